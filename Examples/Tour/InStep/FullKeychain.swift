import Wayline

/// A keychain of the tour's own: it holds the number 2 and has no room for anything else.
struct FullKeychain: KeychainProvider {
  func getData(forKey key: String) -> Data? { Data("2".utf8) }
  func setData(_ data: Data, forKey key: String) -> Bool { false }
  func deleteData(forKey key: String) -> Bool { false }
}
