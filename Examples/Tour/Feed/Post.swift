/// A notice of the lending desk.
struct Post: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  let title: String
  let body: String
}
