import Testing

@testable import WaylineNavigation

@Suite("Link patterns")
struct PatternTests {
  @Test("Each case says what a person types to open it")
  func cases() {
    #expect(
      LinkPattern.all(of: DeskRoute.self).sorted() == ["book <id>", "catalog", "member <name>"])
  }

  @Test("A case that goes on with another place has a pattern for each of those")
  func inner() {
    enum Tour: NavigationValue {
      case desk(DeskRoute?)
      case only(DeskRoute)
      case between(Int, DeskRoute?)
    }

    #expect(
      LinkPattern.all(of: Tour.self) == [
        "desk", "desk book <id>", "desk member <name>", "desk catalog", "only book <id>",
        "only member <name>", "only catalog", "between <value> [value]",
      ])
    #expect(LinkPattern.completing(["desk", "book"], of: Tour.self) == "desk book <id>")
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
