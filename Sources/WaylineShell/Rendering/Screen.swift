import WaylineSystem
import WaylineViews

/// The content printed for one place, the same for every renderer.
///
/// A reference to its content, so passing and comparing one with itself costs nothing.
package struct Screen: Hashable, Sendable {
  private let content: Content

  /// A screen of a page.
  package init(page: Page, url: String? = nil) {
    self.init(page: page, url: url, marksDefault: false)
  }

  /// A screen of a page, with the mark of its default action where an empty line takes it.
  init(page: consuming Page, url: String?, marksDefault: Bool) {
    let defaultElement = marksDefault ? page.defaultElement : nil
    content = Content(page, url: url, defaultElement: defaultElement)
  }

  private init(_ content: Content) { self.content = content }
}

extension Screen {
  /// True if another screen is of the same place, as far as can be seen: it has the same titles in the same
  /// layer.
  func isSamePlace(as other: Screen) -> Bool { layer == other.layer && titles == other.titles }

  /// The link that opens this place; nil when there is none.
  package var url: String? { content.url }
  /// The element that an empty line activates, which is marked; nil where it does nothing.
  var defaultElement: Int? { content.defaultElement }
  /// The elements that were disabled when they were printed last, which the answer to a line says.
  var regained: [Int] { content.regained }
  /// True if something is printed behind one of the elements.
  var hasMarks: Bool { content.defaultElement != nil || !content.regained.isEmpty }
  /// The layer of the lines: the root, or a modal above it.
  package var layer: Page.Layer { content.page.layer }
  /// The titles from the root to the top.
  package var titles: [String] { content.page.titles }
  /// The lines, safe to print.
  package var lines: [Line] { content.page.lines }
  /// The elements, in reading order.
  package var elements: [Element] { content.page.elements }
  /// The number of rows that are not made yet; the lines end before them.
  package var waitingRows: Int { content.page.waitingRows }
  /// True if the end of the screen is printed first, and followed.
  var beginsAtEnd: Bool { content.page.beginsAtEnd }
  /// True if one of the elements has a private value.
  var hasSecretField: Bool { content.hasSecretField }
  /// The elements of the numbers from 1 on.
  var numbering: ElementNumbers { content.numbering }

  /// The names of the tabs, as they are typed.
  var tabNames: [String] { elements.lazy.filter { $0.kind == .tab }.flatMap(\.choices) }

  /// The elements that `yes` and `no` mean; nil on a screen without such a choice.
  var answers: (yes: Int, no: Int)? { content.page.answers }

  /// True if the first field of a form is empty, and Enter asks the fields.
  var offersFilling: Bool {
    guard let first = elements.first(where: \.isField) else { return false }
    return first.value.isEmpty && first.kind != .secret
  }

  /// The screen as scripts see it, which mark no default action.
  var withoutDefault: Screen { defaultElement == nil ? self : Screen(Content(content, url: url)) }

  /// The screen with another link.
  func with(url: String?) -> Screen {
    guard url != self.url else { return self }
    return Screen(Content(content, url: url, defaultElement: defaultElement))
  }

  /// The screen with the note on elements that an earlier one of the same place had, and that were disabled there.
  ///
  /// - Complexity: O(elements).
  func notingRegained(since old: Screen) -> Screen {
    let disabled = Set(old.elements.lazy.filter { !$0.isEnabled }.map(\.id))
    guard !disabled.isEmpty else { return self }
    let regained = elements.indices.filter {
      elements[$0].isEnabled && disabled.contains(elements[$0].id)
    }
    return Screen(
      Content(content, url: url, defaultElement: defaultElement, regained: regained))
  }

  /// True if only its number and its whole label activate an element.
  func requiresWholeLabel(_ index: Int) -> Bool { content.page.requiresWholeLabel(index) }

  /// The number of an element by its index; nil when it is not enabled.
  package func number(of index: Int) -> Int? {
    content.numbering.number(of: index)
  }

  /// The screen as programs see it: nothing says how long a secret is.
  var withoutSecretLengths: Screen { hidingValues { $0.kind == .secret } }

  /// The screen as logs store it: without the values of private elements.
  var withoutPrivateValues: Screen { hidingValues(of: \.isPrivate) }

  private func hidingValues(of isHidden: (Element) -> Bool) -> Screen {
    guard hasSecretField else { return self }
    var page = content.page
    for index in page.elements.indices
    where isHidden(page.elements[index]) && !page.elements[index].value.isEmpty {
      page.elements[index].value = "(hidden)"
    }
    return Screen(Content(page, url: url, defaultElement: defaultElement))
  }

  /// True if the numbers and the lines of another screen are those at the beginning of this one.
  ///
  /// - Complexity: O(elements of the other screen).
  func continues(_ other: Screen) -> Bool {
    guard layer == other.layer, titles == other.titles, lines.count >= other.lines.count,
      elements.count >= other.elements.count
    else { return false }
    return zip(elements, other.elements).allSatisfy {
      $0.id == $1.id && $0.isEnabled == $1.isEnabled
    }
  }

  /// The number of each element; nil for those that are not enabled.
  package var numbers: [Int?] { elements.indices.map(number) }
}

/// The shared content of copies.
private final class Content: Hashable, Sendable {
  let page: Page
  let numbering: ElementNumbers
  let hasSecretField: Bool
  let url: String?
  let defaultElement: Int?
  let regained: [Int]

  init(_ page: Page, url: String?, defaultElement: Int?) {
    (self.page, self.url, self.defaultElement, regained) = (page, url, defaultElement, [])
    hasSecretField = page.hasSecretBelow || page.elements.contains(where: \.isPrivate)
    numbering = ElementNumbers(page.elements)
  }

  /// The content of another page, with its own link and marks.
  init(_ other: Content, url: String?, defaultElement: Int? = nil, regained: [Int] = []) {
    (page, numbering, hasSecretField) = (other.page, other.numbering, other.hasSecretField)
    (self.url, self.defaultElement, self.regained) = (url, defaultElement, regained)
  }

  static func == (first: Content, second: Content) -> Bool {
    first === second
      || first.defaultElement == second.defaultElement && first.url == second.url
        && first.regained == second.regained && first.page == second.page
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(url)
  }
}

/// The numbers of the elements of a screen: those that are enabled count from 1 on.
///
/// Only elements without a number are stored, so a long list of rows costs nothing.
package struct ElementNumbers: Hashable, Sendable {
  private let size: Int
  /// The indices of the elements without a number, in order.
  private let without: [Int]

  /// The numbers of elements.
  ///
  /// - Complexity: O(elements).
  package init(_ elements: [Element]) {
    size = elements.count
    without = elements.withUnsafeBufferPointer { elements in
      elements.indices.filter { !elements[$0].isEnabled }
    }
  }

  /// The number of enabled elements.
  package var count: Int { size - without.count }

  /// The number of an element; nil when it is not enabled.
  ///
  /// - Complexity: O(log elements that are not enabled).
  package func number(of index: Int) -> Int? {
    let before = without.partition { $0 >= index }
    if before < without.count, without[before] == index { return nil }
    return index + 1 - before
  }

  /// The element with a number; nil when there is none.
  ///
  /// - Complexity: O(log elements that are not enabled).
  package func index(of number: Int) -> Int? {
    guard number >= 1, number <= count else { return nil }
    // Before the element at place `p` of `without` there are `without[p] - p` with a number.
    var (low, high) = (0, without.count)
    while low < high {
      let middle = (low + high) / 2
      if without[middle] - middle < number { low = middle + 1 } else { high = middle }
    }
    return number - 1 + low
  }
}

extension [Int] {
  /// The number of elements of a sorted array before the first one that fits.
  fileprivate func partition(_ fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Place

/// The lines that name the place of a screen.
package enum Place {
  /// The text between two titles.
  package static let separator = " › "

  /// The lines above a screen: its titles, or the heading of a modal.
  package static func lines(of screen: Screen) -> [String] {
    switch screen.layer {
    case .root: line(screen.titles).map { [$0] } ?? []
    case .sheet(let title): [header("Sheet", title)]
    case .cover(let title): [header("Cover", title)]
    case .alert(let title, let message): alert(title, message)
    }
  }

  /// The first title, …, and the last three; nil without titles.
  package static func line(_ titles: [String]) -> String? {
    let titles = titles.filter { !$0.isEmpty }
    return wholeLine(titles.count > 4 ? [titles[0], "…"] + titles.suffix(3) : titles)
  }

  /// All titles; nil without any.
  static func wholeLine(_ titles: [String]) -> String? {
    let titles = titles.filter { !$0.isEmpty }.map(plain)
    guard let first = titles.first else { return nil }
    let line = titles.joined(separator: separator)
    return SafeText.posesAsShell(first) ? " " + line : line
  }

  /// A title cannot pose as two.
  private static func plain(_ title: String) -> String {
    title.utf8.contains(0xE2) ? title.replacing("›", with: "<U+203A>") : title
  }

  private static func header(_ kind: String, _ title: String) -> String {
    title.isEmpty ? "\(kind):" : "\(kind): \(title)"
  }

  private static func alert(_ title: String, _ message: String) -> [String] {
    let lines = message.split(separator: "\n").map { line in
      SafeText.posesAsShell(String(line)) ? " \(line)" : String(line)
    }
    return [header("Alert", title)] + lines
  }
}
