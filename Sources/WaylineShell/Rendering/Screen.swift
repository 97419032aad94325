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

  /// The screen with short forms of the elements of some lines: a value that an element has is printed without the choices, or the
  /// range, that were printed with it on an earlier screen of the same place.
  ///
  /// - Complexity: O(1) where the lines have no such element, otherwise O(elements).
  func abbreviating(_ lines: [Int], since old: Screen) -> Screen {
    let candidates = lines.flatMap { self.lines[$0].spans }.compactMap { span -> Int? in
      guard case .element(let index) = span, !elements[index].value.isEmpty,
        !elements[index].choices.isEmpty || elements[index].range != nil
      else { return nil }
      return index
    }
    guard !candidates.isEmpty else { return self }
    let ids = Set(candidates.map { elements[$0].id })
    let former = Dictionary(
      old.elements.lazy.filter { ids.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    var page = content.page
    for index in candidates {
      guard let before = former[elements[index].id], before.choices == elements[index].choices,
        before.range == elements[index].range
      else { continue }
      (page.elements[index].choices, page.elements[index].range) = ([], nil)
    }
    return Screen(Content(content, page: page))
  }

  /// True if only its number and its whole label activate an element.
  func requiresWholeLabel(_ index: Int) -> Bool { content.page.requiresWholeLabel(index) }

  /// The number of an element by its index: its place in reading order, from 1 on, whether it is enabled or not, or
  /// the number that it has kept.
  package func number(of index: Int) -> Int { content.numbers?.all[index] ?? index + 1 }

  /// The element with a number; nil when there is none.
  func index(ofNumber number: Int) -> Int? {
    if let numbers = content.numbers { return numbers.all.firstIndex(of: number) }
    return number >= 1 && number <= elements.count ? number - 1 : nil
  }

  /// The highest number that an element has, or has had since all numbers were places.
  var lastNumber: Int { content.numbers?.last ?? elements.count }

  /// The screen whose numbers are places.
  var numberedByPlace: Screen {
    content.numbers == nil ? self : Screen(Content(content, numbers: nil))
  }

  /// The screen with the numbers of an earlier one of the same place for the elements that it had. Others have the next
  /// numbers that none has had, unless one with their label is back. With rows that are not made yet, the numbers are
  /// places.
  ///
  /// - Complexity: O(elements).
  func numbered(as old: Screen) -> Screen {
    guard waitingRows == 0, old.waitingRows == 0 else { return numberedByPlace }
    if old.content.numbers == nil, elements.count >= old.elements.count,
      zip(elements, old.elements).allSatisfy({ $0.id == $1.id })
    {
      return numberedByPlace
    }
    return Screen(Content(content, numbers: ElementNumbers(of: self, after: old)))
  }

  /// The numbers of the elements where they are not all places.
  fileprivate var numbers: ElementNumbers? { content.numbers }

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
    return Screen(
      Content(page, url: url, defaultElement: defaultElement, numbers: content.numbers))
  }

  /// True if the numbers and the lines of another screen are those at the beginning of this one.
  ///
  /// - Complexity: O(elements of the other screen).
  func continues(_ other: Screen) -> Bool {
    guard layer == other.layer, titles == other.titles, lines.count >= other.lines.count,
      elements.count >= other.elements.count
    else { return false }
    return zip(elements, other.elements).allSatisfy { $0.id == $1.id }
  }
}

/// The numbers of elements that are not their places.
private final class ElementNumbers: Hashable, Sendable {
  /// The numbers, in the order of the elements.
  let all: [Int]
  /// The highest number that was given.
  let last: Int
  /// The numbers of elements that are gone: one of the same kind that comes back with the label has its number.
  private let gone: [Name: Int]

  private struct Name: Hashable {
    let kind: Element.Kind
    let label: String

    init(_ element: Element) { (kind, label) = (element.kind, element.label) }
  }

  /// The numbers of the elements of a screen, after those of an earlier one.
  init(of new: Screen, after old: Screen) {
    var (gone, last) = (old.numbers?.gone ?? [:], old.lastNumber)
    let known = Dictionary(
      old.elements.indices.lazy.map { (old.elements[$0].id, old.number(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    let present = Set(new.elements.lazy.map(\.id))
    for index in old.elements.indices where !present.contains(old.elements[index].id) {
      gone[Name(old.elements[index])] = old.number(of: index)
    }
    all = new.elements.map { element in
      if let number = known[element.id] ?? gone.removeValue(forKey: Name(element)) { return number }
      last += 1
      return last
    }
    (self.last, self.gone) = (last, gone)
  }

  static func == (first: ElementNumbers, second: ElementNumbers) -> Bool {
    first === second || first.all == second.all && first.last == second.last
  }

  func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

/// The shared content of copies.
private final class Content: Hashable, Sendable {
  let page: Page
  let hasSecretField: Bool
  let url: String?
  let defaultElement: Int?
  let regained: [Int]
  let numbers: ElementNumbers?

  init(_ page: Page, url: String?, defaultElement: Int?, numbers: ElementNumbers? = nil) {
    (self.page, self.url, self.defaultElement, regained) = (page, url, defaultElement, [])
    self.numbers = numbers
    hasSecretField =
      page.hasSecretBelow
      // Looked at in place: a copy of an element costs more than the look.
      || page.elements.indices.contains { page.elements[$0].isPrivate }
  }

  /// The content of another page, with its own link and marks.
  init(_ other: Content, url: String?, defaultElement: Int? = nil, regained: [Int] = []) {
    (page, hasSecretField, numbers) = (other.page, other.hasSecretField, other.numbers)
    (self.url, self.defaultElement, self.regained) = (url, defaultElement, regained)
  }

  /// The content with another page of the same place.
  init(_ other: Content, page: Page) {
    (self.page, hasSecretField, url) = (page, other.hasSecretField, other.url)
    (defaultElement, regained, numbers) = (other.defaultElement, other.regained, other.numbers)
  }

  /// The content with other numbers.
  init(_ other: Content, numbers: ElementNumbers?) {
    (page, hasSecretField, url) = (other.page, other.hasSecretField, other.url)
    (defaultElement, regained, self.numbers) = (other.defaultElement, other.regained, numbers)
  }

  static func == (first: Content, second: Content) -> Bool {
    first === second
      || first.defaultElement == second.defaultElement && first.url == second.url
        && first.regained == second.regained && first.numbers == second.numbers
        && first.page == second.page
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(url)
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
