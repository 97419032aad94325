@testable import WaylineViews

extension Hosting {
  /// The lines as a person sees them: only what can be acted on has a number.
  var screen: [String] {
    let page = host.page()
    let numbers = page.numbers
    return page.lines.map { line in
      line.spans.map { span in
        switch span {
        case .text(let text, _): text
        case .element(let index): page.elements[index].shown(with: numbers[index])
        }
      }.joined()
    }
  }

  /// Types a number, and a value after it; `""` is an empty value.
  @discardableResult
  func type(_ line: String) -> ElementReply {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let page = host.page()
    guard let index = page.numbers.firstIndex(of: Int(words[0])) else { return .gone }
    guard words.count == 2 else { return host.perform(.activate, on: page.elements[index].id) }
    let value = words[1] == "\"\"" ? "" : words[1]
    return host.perform(.value(value), on: page.elements[index].id)
  }
}

extension Page {
  /// The number of each element; nil for one that is disabled.
  fileprivate var numbers: [Int?] {
    var last = 0
    return elements.map { element in
      guard element.isEnabled else { return nil }
      last += 1
      return last
    }
  }
}

extension Element {
  fileprivate func shown(with number: Int?) -> String {
    number.map { "[\($0)] \(displayText)" } ?? "[-] \(displayText) (unavailable)"
  }
}
