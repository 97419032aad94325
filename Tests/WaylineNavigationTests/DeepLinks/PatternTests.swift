import FoundationEssentials
import Testing

@testable import WaylineNavigation

@Suite("Link patterns")
struct PatternTests {
  @Test("Each case says what a person types to open it")
  func cases() {
    #expect(
      LinkPattern.all(of: DeskRoute.self).sorted() == ["book <id>", "catalog", "member <name>"])
  }

  @Test("A case that contains another place has a pattern for each of those")
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
      LinkPattern.all(of: Place.self) == ["find [text] <onShelf> <value>", "paper <size> <copies>"])
  }

  @Test("A value that is a text of some form keeps its label")
  func formed() {
    enum Place: NavigationValue {
      case report(id: UUID)
      case mail(to: Address, copy: Address?, urgent: Bool)
      case since(day: Date, image: Data, price: Decimal, site: URL)
      case odd(mark: Odd, Int)
    }

    #expect(
      LinkPattern.all(of: Place.self) == [
        "report <id>", "mail <to> [copy] <urgent>", "since <day> <image> <price> <site>",
        "odd <mark> …",
      ])
    #expect(throws: LinkError.missing(label: "id")) {
      try DeepLink(words: ["report"]).value(of: Place.self)
    }
  }
}

/// A text with an @ inside.
private struct Address: Codable, Hashable {
  let text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    if !text.contains("@") {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no @"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A text of a form that no sample has.
private struct Odd: Codable, Hashable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(String.self)
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "odd"))
  }

  func encode(to encoder: any Encoder) throws {}
}
