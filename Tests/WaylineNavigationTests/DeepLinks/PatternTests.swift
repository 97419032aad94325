import Testing

@testable import WaylineNavigation

@Suite("Link patterns")
struct PatternTests {
  @Test("Each case says what a person types to open it")
  func cases() {
    #expect(
      LinkPattern.all(of: DeskRoute.self).sorted() == ["book <id>", "catalog", "member <name>"])
  }

  @Test("Optional values stand in brackets, unreadable ones end the pattern")
  func shapes() {
    enum Place: NavigationValue, LinkNamed {
      enum Size: String, Codable { case small }
      case find(text: String?, onShelf: Bool, Int)
      case print(size: Size, copies: Int)
      static var linkNames: LinkNames {
        LinkNames(renamed: ["print": "paper"], aliases: ["search": "find"])
      }
    }

    #expect(
      LinkPattern.all(of: Place.self) == ["find [text] <onShelf> <value>", "paper <value> …"])
  }
}
