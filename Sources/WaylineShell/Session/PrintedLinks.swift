import WaylineNavigation

/// The places of printed notices, by the numbers under which they were printed last.
///
/// A notice belongs to no screen, so its number lies above those of the screen, and means the place until
/// something else is printed under it.
struct PrintedLinks: Hashable, Sendable {
  /// The most places that are retained.
  static let most = 10

  /// A printed notice.
  struct Link: Hashable, Sendable {
    let number: Int
    let text: String
    let place: Route
    /// The number of notices with a place that were printed before it.
    fileprivate let order: Int
  }

  /// The links, in the order in which they were printed.
  private var links: [Link] = []
  /// The number of links that were printed so far.
  private(set) var count = 0

  /// The texts of the notices, in the order in which they were printed.
  var texts: [String] { links.map(\.text) }

  /// True if no number means a place.
  var isEmpty: Bool { links.isEmpty }

  /// Adds the place of a notice. Returns its number: the first above a number that no other notice has.
  mutating func add(_ place: Route, _ text: String, above last: Int) -> Int {
    if links.count == Self.most { links.removeFirst() }
    let taken = Set(links.map(\.number))
    var number = last + 1
    while taken.contains(number) { number += 1 }
    links.append(Link(number: number, text: text, place: place, order: count))
    count += 1
    return number
  }

  /// The notice with a number; nil without one.
  subscript(number: Int) -> Link? { links.first { $0.number == number } }

  /// The last notice with a text, in any case; nil without one.
  func link(named text: some StringProtocol) -> Link? {
    guard !links.isEmpty else { return nil }
    let query = LabelQuery(text)
    return links.last { query.isSame(as: $0.text) }
  }

  /// Releases the numbers that a screen has now.
  mutating func giveWay(to isTaken: (Int) -> Bool) {
    if !links.isEmpty { links.removeAll { isTaken($0.number) } }
  }

  /// The first of the links that were printed.
  func first(_ count: Int) -> PrintedLinks {
    var first = self
    first.links.removeAll { $0.order >= count }
    return first
  }
}

/// The place that a message leads to.
///
/// An object, because most messages have none.
package final class MessageLink: Hashable, Sendable {
  /// The place.
  let place: Route
  /// The number under which the message is printed; nil before, and where no line can be typed.
  let number: Int?
  /// The link of the place; nil where links are not printed, or the place has none.
  let url: String?
  /// True if the number is decided, as in a frame that is printed.
  let isPrinted: Bool

  init(_ place: Route, number: Int? = nil, url: String? = nil, isPrinted: Bool = false) {
    (self.place, self.number, self.url) = (place, number, url)
    self.isPrinted = isPrinted
  }

  /// True if both lead to the same place, with the same number and link.
  package static func == (left: MessageLink, right: MessageLink) -> Bool {
    left === right
      || left.number == right.number && left.url == right.url && left.place == right.place
        && left.isPrinted == right.isPrinted
  }

  /// Hashes the place and the number.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(number)
  }
}
