import FoundationEssentials
import Testing

@testable import WaylineNavigation

@Suite("Deep links")
struct DeepLinkTests {
  @Test("A route is a path and a command, derived from its shape (17)")
  func derived() throws {
    let link = try DeepLink(DeskRoute.book(id: 42))

    #expect(link.url == "/book/42")
    #expect(link.command == "book 42")

    #expect(try DeepLink(url: "/book/42").value(of: DeskRoute.self) == .book(id: 42))
    #expect(try DeepLink(command: "book 42").value(of: DeskRoute.self) == .book(id: 42))
  }

  @Test(
    "Text with any characters survives both forms (17)",
    arguments: [
      "Ada", "", " ", "-", "--help", "@", "@ada", "a@b.org", "a/b", "..", ".", "it's", "'", "\"",
      "\\", "$HOME", "~", "100 %", "%41", "a,b", ",", "tab\tnew\nline\r\n", "été", "e\u{301}", "👩‍👩‍👧",
      "'\u{301}", "/\u{301}", "@\u{301}", "-\u{301}", "\u{202E}x", "日本",
    ])
  func text(name: String) throws {
    let route = DeskRoute.member(name: name)

    let link = try DeepLink(route)

    #expect(try DeepLink(url: link.url).value(of: DeskRoute.self) == route)
    #expect(try DeepLink(command: link.command).value(of: DeskRoute.self) == route)
    #expect(link.url.allSatisfy { $0.isASCII })
  }

  @Test("A command is quoted as a shell needs it (17)")
  func quoted() throws {
    #expect(try DeepLink(DeskRoute.member(name: "Ada Lovelace")).command == "member 'Ada Lovelace'")
    #expect(try DeepLink(DeskRoute.member(name: "O'Brien")).command == #"member 'O'\''Brien'"#)
    #expect(try DeepLink(DeskRoute.member(name: "-x")).command == "member @-x")
  }

  @Test(
    "A link that cannot be read names the part and what is near (18)",
    arguments: [
      ("/bok/42", LinkError.unknownName(part: "bok", nearest: "book")),
      ("/zebra", .unknownName(part: "zebra", nearest: nil)),
      ("/book", .missing(label: "id")),
      ("/", .missing(label: "place")),
      ("/book/42/7", .leftOver(part: "7")),
      ("/catalog/7", .leftOver(part: "7")),
      ("/bok/42?copy=7", .unknownName(part: "bok", nearest: "book")),
      ("/book?id=42", .missing(label: "id")),
      ("/member/%zz", .unreadable(part: "%zz", expected: "a valid percent escape")),
      ("/member/%ff", .unreadable(part: "%ff", expected: "a valid percent escape")),
      ("/book/x", .unreadable(part: "x", expected: "a whole number")),
      (
        "/book/9223372036854775808",
        .unreadable(
          part: "9223372036854775808",
          expected: "a whole number from -9223372036854775808 to 9223372036854775807")
      ),
    ])
  func unreadable(url: String, error: LinkError) {
    #expect(throws: error) { try DeepLink(url: url).value(of: DeskRoute.self) }
  }

  @Test("A quote that is never closed is reported")
  func openQuote() {
    #expect(
      throws: LinkError.unreadable(
        part: "book '4", expected: "a complete command: a quote is not closed")
    ) {
      try DeepLink(command: "book '4")
    }
  }

  @Test(
    "A scheme and a host may precede the path",
    arguments: [
      "lending://book/42", "lending:///book/42", "lending:/book/42", "lending:book/42",
      "https://desk.example/book/42", "book/42", "/book/42/", "HTTPS://desk.example/book/42",
      "Http://desk.example:80/book/42",
    ])
  func schemes(url: String) throws {
    #expect(try DeepLink(url: url).value(of: DeskRoute.self) == .book(id: 42))
  }

  @Test(
    "A query and a fragment are left aside, also where their text looks like a path",
    arguments: [
      "", "?", "#", "?utm_source=mail", "#top", "?a=1&b=%zz#c?d", "#/member/Ada",
      "?next=/member//x",
      "?\u{1F600}", "/?utm_source=mail",
    ])
  func unreadParts(part: String) throws {
    for path in ["/book/42", "book/42", "lending://book/42", "https://desk.example/book/42"] {
      #expect(try DeepLink(url: path + part).value(of: DeskRoute.self) == .book(id: 42), "\(path)")
    }
    #expect(try DeepLink(url: "/" + part.drop { $0 == "/" }).words.isEmpty)
  }

  @Test(
    "A link with an empty part is refused in words, wherever the part is (17)",
    arguments: ["//book/42", "/book//42", "/book/42//", "https://desk.example//book/42"])
  func emptyPart(url: String) {
    #expect(performing { try DeepLink(url: url) } == "The link has an empty part.")
  }

  /// The sentence of the error that an action throws.
  private func performing(_ action: () throws -> DeepLink) -> String? {
    do { return try action().url } catch { return "\(error)" }
  }

  @Test("Cases are renamed for writing, and aliases are read (17)")
  func renamed() throws {
    enum Shelf: NavigationValue, LinkNamed {
      case book(id: Int)
      static var linkNames: LinkNames {
        LinkNames(renamed: ["book": "volume"], aliases: ["tome": "book"])
      }
    }

    #expect(try DeepLink(Shelf.book(id: 1)).url == "/volume/1")
    #expect(try DeepLink(url: "/tome/1").value(of: Shelf.self) == .book(id: 1))
    #expect(throws: LinkError.unknownName(part: "volum", nearest: "volume")) {
      try DeepLink(url: "/volum/1").value(of: Shelf.self)
    }
  }

  @Test("The cases of an enum inside a route are renamed and found by aliases too (17)")
  func renamedInside() throws {
    enum Shelf: Hashable, Codable, Sendable, LinkNamed {
      case book(id: Int)
      static var linkNames: LinkNames {
        LinkNames(renamed: ["book": "volume"], aliases: ["tome": "book"])
      }
    }
    enum Room: NavigationValue { case shelf(Shelf?) }

    #expect(try DeepLink(Room.shelf(.book(id: 1))).url == "/shelf/volume/1")
    #expect(try DeepLink(url: "/shelf/tome/1").value(of: Room.self) == .shelf(.book(id: 1)))
  }

  @Test("A value that words cannot give again says so (17)")
  func unrepresentable() {
    struct Index: NavigationValue { var counts: [String: Int] }
    enum Tower: NavigationValue { case floor(Int??) }

    #expect(throws: LinkError.self) { try DeepLink(Index(counts: ["a": 1, "b": 2])) }
    #expect(throws: LinkError.self) { try DeepLink(Tower.floor(.some(nil))) }
    #expect(throws: LinkError.self) { try DeepLink(DeskRoute.member(name: "a\0b")) }
  }

  @Test("A value that is not read back is reported, also after others of its case were (17)")
  func laterUnrepresentable() throws {
    enum Scale: NavigationValue {
      case weight(Double)
      case label(String)
    }
    #expect(try DeepLink(Scale.weight(1.5)).url == "/weight/1.5")
    #expect(try DeepLink(Scale.label("a")).url == "/label/a")
    #expect(try DeepLink(Rounded.shelf(10)).url == "/shelf/1")

    #expect(throws: LinkError.self) { try DeepLink(Scale.weight(.nan)) }
    #expect(throws: LinkError.self) { try DeepLink(Scale.label("\0")) }
    #expect(throws: LinkError.self) { try DeepLink(Rounded.shelf(12)) }
  }

  @Test("A case that was read back once is not read again, unless a value may be different")
  func readOnce() throws {
    let sink = LinkSink(.of(DeskRoute.self))
    _ = try LinkEncoder.words(for: DeskRoute.book(id: 1), in: sink)
    let open = LinkSink(.of(Shapes.self))
    _ = try LinkEncoder.words(for: Shapes.maybe(x: 1, y: nil, z: nil), in: open)

    _ = try DeepLink(DeskRoute.book(id: 1))

    #expect(sink.form.isReversible(sink.plainCase))
    #expect(open.plainCase == nil)
  }

  @Test("A route that is not an enum begins with the name of its type (17)")
  func typeWord() throws {
    struct LoanPlace: NavigationValue { var id: Int }

    #expect(try DeepLink(LoanPlace(id: 3)).url == "/loanPlace/3")
    #expect(try DeepLink(url: "/loanPlace/3").value(of: LoanPlace.self) == LoanPlace(id: 3))
    #expect(throws: LinkError.unknownName(part: "loanPlac", nearest: "loanPlace")) {
      try DeepLink(url: "/loanPlac/3").value(of: LoanPlace.self)
    }
  }

  /// A value that is written as a number or a text, and refuses some.
  private struct Ticket: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: Int
    init?(rawValue: Int) {
      guard rawValue < 1_000 else { return nil }
      self.rawValue = rawValue
    }
  }

  private struct Name: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: String
    init?(rawValue: String) {
      guard rawValue.count < 4 else { return nil }
      self.rawValue = rawValue
    }
  }

  private struct OddCode: Hashable, Codable, Sendable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "odd"))
    }
    func encode(to encoder: any Encoder) throws {}
  }

  private enum Console: NavigationValue {
    enum Filter: Codable, Hashable { case open, closed }
    case incident(Ticket)
    case named(id: Name, copy: Ticket?)
    case code(OddCode)
    case filter(Filter)
    case all([Filter])
    case shape(Shapes)
  }

  private struct Desk: NavigationValue { var ticket: Ticket }

  @Test(
    "A value that a place refuses is named with the place, and with the values that it takes",
    arguments: [
      ("incident 1002", "'1002' is not a value for 'incident'."),
      ("incident x", "'x' is not a whole number."),
      ("named INC-1 1", "'INC-1' is not a value for 'named'."),
      ("named a 1002", "'1002' is not a value for 'named'."),
      ("code 7", "'7' is not a value for 'code'."),
      ("filter opne", "'opne' is not a value for 'filter': choose open or closed."),
      ("all open,opne", "'opne' is not a value for 'all': choose open or closed."),
      ("shape print larg", "'larg' is not a value for 'print': choose small, large or -."),
      ("shape level 7", "'7' is not a value for 'level': choose -1 or 1."),
      ("shape prnt", "There is no place 'prnt'. Did you mean 'print'?"),
      ("incidnet 1", "There is no place 'incidnet'. Did you mean 'incident'?"),
    ])
  func refusedValue(words: String, sentence: String) {
    let link = DeepLink(words: words.split(separator: " ").map(String.init))
    #expect(
      performing {
        _ = try link.value(of: Console.self)
        return link
      } == sentence)
  }

  @Test("A value of a place that is no enum is named with the word of its type")
  func refusedField() {
    let link = DeepLink(words: ["desk", "1002"])
    let sentence = performing {
      _ = try link.value(of: Desk.self)
      return link
    }
    #expect(sentence == "'1002' is not a value for 'desk'.")
  }
}

/// A place whose coding, written by hand, keeps only whole tens.
private enum Rounded: NavigationValue {
  case shelf(Int)

  enum CodingKeys: String, CodingKey { case shelf }
  enum TenKeys: String, CodingKey { case tens }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = container.allKeys
    let inner = try container.nestedContainer(keyedBy: TenKeys.self, forKey: .shelf)
    self = .shelf(try inner.decode(Int.self, forKey: .tens) * 10)
  }

  func encode(to encoder: any Encoder) throws {
    let number =
      switch self {
      case .shelf(let number): number
      }
    var container = encoder.container(keyedBy: CodingKeys.self)
    var inner = container.nestedContainer(keyedBy: TenKeys.self, forKey: .shelf)
    try inner.encode(number / 10, forKey: .tens)
  }
}
