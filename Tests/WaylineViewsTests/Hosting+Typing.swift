@testable import WaylineViews

extension Hosting {
  /// The lines as a person sees them.
  var screen: [String] {
    let page = host.page()
    return page.lines.map { line in
      line.spans.map { span in
        switch span {
        case .text(let text, _): text
        case .element(let index): page.elements[index].shown(with: index + 1)
        }
      }.joined()
    }
  }

  /// Types a number, and a value after it; `""` is an empty value.
  @discardableResult
  func type(_ line: String) -> ElementReply {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let page = host.page()
    guard let number = Int(words[0]), page.elements.indices.contains(number - 1) else {
      return .gone
    }
    let index = number - 1
    guard words.count == 2 else { return host.perform(.activate, on: page.elements[index].id) }
    let value = words[1] == "\"\"" ? "" : words[1]
    return host.perform(.value(value), on: page.elements[index].id)
  }
}

extension Element {
  fileprivate func shown(with number: Int) -> String {
    "[\(number)] \(displayText)" + (isEnabled ? "" : " (unavailable)")
  }
}
