import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Element numbers")
struct ElementNumbersTests {
  private nonisolated static let kinds: [Element.Kind] = [
    .button, .link, .toggle, .text, .secret, .editor, .choice, .number, .tab, .disclosure,
  ]

  /// A screen with an element of each kind, of which some are enabled.
  private static func screen(enabled: (Int) -> Bool) -> Screen {
    .make(
      titles: [],
      elements: kinds.indices.map {
        .make(kinds[$0], "\(kinds[$0])", $0 % 2 == 0 ? "" : "a", isEnabled: enabled($0))
      })
  }

  @Test(
    "The number of an element is its place, whatever is enabled", arguments: 0..<(1 << kinds.count))
  func places(pattern: Int) {
    let screen = Self.screen { pattern & (1 << $0) != 0 }
    let lines = PlainRenderer.lines(of: screen)
    for index in Self.kinds.indices {
      #expect(lines[index].hasPrefix("[\(index + 1)] \(Self.kinds[index])"))
      #expect(lines[index].hasSuffix(" (unavailable)") == (pattern & (1 << index) == 0))
    }
  }

  @Test("A typed number means the element with that number, enabled or not", arguments: 0...11)
  func typed(number: Int) {
    for isEnabled in [true, false] {
      let parser = CommandParser(screen: Self.screen { _ in isEnabled })
      let command = parser.act(onNumber: number, value: nil)
      if Self.kinds.indices.contains(number - 1) {
        #expect(command == .success(.act(on: number - 1, value: nil)))
      } else {
        #expect(command == .failure(.noElement(number: "\(number)", count: Self.kinds.count)))
      }
    }
  }
}
