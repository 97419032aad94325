import WaylineGraph

/// A choice of one value among several.
///
/// The options are the views of its content that have a `.tag`; in a `ForEach` the identity is the
/// tag. Prints `[6] Theme: dark (light, dark, auto)`; `6 light` and `6 1` choose. A word that names
/// no option is refused and changes nothing. Source: SwiftUI's `Picker`.
///
/// ```swift
/// Picker("Theme", selection: $theme) {
///   ForEach(Theme.allCases, id: \.self) { Text($0.rawValue) }
/// }
/// ```
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
  @Binding private var selection: SelectionValue
  private let label: Label
  private let content: Content

  /// A picker with a label made of views.
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    _selection = selection
    self.label = label()
    self.content = content()
  }

  /// A picker with a view as its label.
  nonisolated public init(
    selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker: View {
  /// The content of the view.
  public var body: some View {
    let binding = $selection
    let choice = TagSelection(
      chosen: selection.fittingTags,
      accepts: { $0.base is SelectionValue },
      choose: { if let value = $0.first?.base as? SelectionValue { binding.wrappedValue = value } },
      allowsNone: false)
    ChoiceView(
      Element(.choice), selection: choice, label: label, content: content)
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

/// The names of the options, and the option that a typed word means.
package struct Choices {
  let names: [String]

  /// The choices with these names.
  package init(names: [String]) { self.names = names }

  /// The reason to refuse a word, as a whole sentence.
  struct Refusal: Error, Equatable {
    let sentence: String
  }

  /// The choice for a word: its name in any case, its number, or what only its name begins with,
  /// contains, or contains the letters of in this order.
  func find(_ typed: String) -> Result<Int, Refusal> {
    let word = typed.lowercased()
    let exact = names.indices.filter { names[$0].lowercased() == word }
    if exact.count == 1 { return .success(exact[0]) }
    if exact.isEmpty, let number = Int(typed), names.indices.contains(number - 1) {
      return .success(number - 1)
    }
    let similar = similar(to: word)
    if similar.count == 1 { return .success(similar[0]) }
    return .failure(refusal(of: SafeText.line(of: typed), exact: exact, similar: similar))
  }

  /// The selection that typed names make of another one, where several may be chosen.
  ///
  /// Names with commas between them are the new selection; names that each have a `+` or a `-` before them
  /// are added to the present one, or removed. A name that contains a comma, or begins with a sign, is found
  /// before the text is taken apart.
  func selection(_ typed: String, changing present: Set<Int>) -> Result<Set<Int>, Refusal> {
    if case .success(let item) = findItem(typed) { return .success(item.applied(to: present)) }
    var items: [Item] = []
    for part in typed.split(separator: ",") {
      switch findItem(part.trimmed) {
      case .success(let item): items.append(item)
      case .failure(let refusal): return .failure(refusal)
      }
    }
    guard let first = items.first else { return .failure(refusal(of: typed)) }
    guard items.allSatisfy({ ($0.isAdded == nil) == (first.isAdded == nil) }) else {
      return .failure(Refusal(sentence: Self.mixed))
    }
    if first.isAdded == nil { return .success(Set(items.map(\.index))) }
    return .success(items.reduce(present) { $1.applied(to: $0) })
  }

  private static let mixed =
    "Type names alone to choose these, or a + or - before each name to add or remove it."

  /// A name in a list, with true for `+`, false for `-`, and nil for none.
  private struct Item {
    let index: Int
    let isAdded: Bool?

    func applied(to present: Set<Int>) -> Set<Int> {
      switch isAdded {
      case nil: [index]
      case true?: present.union([index])
      case false?: present.subtracting([index])
      }
    }
  }

  private func findItem(_ typed: String) -> Result<Item, Refusal> {
    let isName = names.contains { $0.lowercased() == typed.lowercased() }
    guard !isName, let sign = typed.first, "+-".contains(sign) else {
      return find(typed).map { Item(index: $0, isAdded: nil) }
    }
    return find(typed.dropFirst().trimmed).map { Item(index: $0, isAdded: sign == "+") }
  }

  /// The choices that fit a word in lower case best, in their order: those of the first kind that has any.
  ///
  /// The kinds are the names that begin with the word, that contain it, and that contain its letters.
  package func similar(to word: String) -> [Int] {
    guard !word.isEmpty else { return [] }
    let fits: [(String) -> Bool] = [
      { $0.hasPrefix(word) }, { $0.contains(word) }, { $0.containsInOrder(word) },
    ]
    return fits.lazy.map { fits in names.indices.filter { fits(names[$0].lowercased()) } }
      .first { !$0.isEmpty } ?? []
  }

  /// The most names that are listed at once; a part of a name finds the others.
  static let listedAtMost = 20

  /// The first names of a list, and the number of the others.
  static func first(_ names: [String]) -> [String] {
    guard names.count > listedAtMost else { return names }
    return names.prefix(listedAtMost) + ["… \(names.count - listedAtMost) more"]
  }

  /// Names in a sentence: `fiction, history or poetry`.
  private static func listed(_ names: [String]) -> String {
    let names = first(names)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private func refusal(of word: String, exact: [Int] = [], similar: [Int] = []) -> Refusal {
    if names.isEmpty { return Refusal(sentence: "There is nothing to choose from.") }
    if exact.count > 1 {
      let numbers = exact.map { "\($0 + 1)" }.joined(separator: ", ")
      return Refusal(
        sentence: "'\(word)' names \(exact.count) choices. Type one of the numbers \(numbers).")
    }
    if similar.count > 1 {
      let fitting = similar.map { names[$0] }
      return Refusal(sentence: "'\(word)' could be \(Self.listed(fitting)). Type more of the name.")
    }
    return Refusal(
      sentence: "'\(word)' is not a choice. Choose \(Self.listed(names)).")
  }
}

extension String {
  /// True if all characters of a text occur in this one, in the same order.
  fileprivate func containsInOrder(_ text: String) -> Bool {
    var rest = self[...]
    return text.allSatisfy { character in
      guard let index = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }
}

/// A choice among the tagged rows of its content.
///
/// Pickers fold their rows into one line; a list also shows the rows that cannot be chosen or that
/// that can be used.
struct ChoiceView<Label: View, Content: View> {
  let element: Element
  let selection: TagSelection
  let showsRows: Bool
  let label: Label
  let content: Content

  nonisolated init(
    _ element: Element, selection: TagSelection, showsRows: Bool = false, label: Label,
    content: Content
  ) {
    self.element = element
    self.selection = selection
    self.showsRows = showsRows
    self.label = label
    self.content = content
  }
}

/// The chosen tags, and the function that changes them.
struct TagSelection {
  /// The tags of the chosen options.
  let chosen: Set<AnyHashable>
  /// True if a tag is of the type that can be chosen.
  let accepts: (AnyHashable) -> Bool
  /// Makes these tags the chosen ones.
  let choose: (Set<AnyHashable>) -> Void
  /// True if nothing may be chosen.
  let allowsNone: Bool
  /// True if several tags may be chosen.
  var allowsSeveral = false
}

extension Hashable {
  /// The tags that stand for the value of a selection: its own, and for an optional that of its content.
  package var fittingTags: Set<AnyHashable> {
    // NB: the tags of `2` and `Optional(2)` are equal, those of other values and their optionals are not.
    let content = (self as? any OptionalTag)?.contentTag
    return Set([AnyHashable(self)] + (content.map { [$0] } ?? []))
  }
}

/// An optional that may be the value of a selection.
private protocol OptionalTag {
  var contentTag: AnyHashable? { get }
}

extension Optional: OptionalTag where Wrapped: Hashable {
  fileprivate var contentTag: AnyHashable? { map { AnyHashable($0) } }
}

extension ChoiceView: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ChoiceNode {
    let node = ChoiceNode(view.element, selection: view.selection, in: context)
    node.showsRows = view.showsRows
    node.label = Label.makeNode(view.label, in: context.below(node).redacted(by: nil))
    // The options of a picker are no values; the rows of a list are.
    let rows = context.below(node, offersChoices: true)
    node.content = Content.makeNode(
      view.content, in: rows.redacted(by: view.showsRows ? context.redaction : nil))
    return node
  }

  static func update(_ node: ChoiceNode, to view: Self) {
    node.update(view.element, selection: view.selection)
    if let label = node.label { Label.updateNode(label, to: view.label) }
    if let content = node.content { Content.updateNode(content, to: view.content) }
  }
}

/// The node of a choice: one line, with the options that the rows below make.
final class ChoiceNode: ElementNode {
  var content: ViewNode?
  var showsRows = false
  private var selection: TagSelection

  init(_ element: Element, selection: TagSelection, in context: NodeContext) {
    self.selection = selection
    super.init(element, in: context)
  }

  override var childNodes: [ViewNode] { super.childNodes + (content.map { [$0] } ?? []) }

  func update(_ element: Element, selection: TagSelection) {
    let isSame = self.selection.chosen == selection.chosen
    self.selection = selection
    if !isSame { linesChanged() }
    update(element)
  }

  override var labelled: Element { labelled(with: options(in: rows)) }

  private func labelled(with options: [Option]) -> Element {
    let chosen = options.filter { selection.chosen.contains($0.tag) }.map(\.name)
    var shown = super.labelled
    shown.choices = options.map(\.text)
    shown.allowsSeveral = selection.allowsSeveral
    if shown.value.isEmpty {
      shown.value = chosen.isEmpty ? "none" : chosen.joined(separator: ", ")
    }
    return shown
  }

  override func makeFragment() -> Fragment {
    let rows = rows
    let options = options(in: rows)
    let line = Fragment(redacted(labelled(with: options)))
    guard showsRows else { return line }
    // Below the headings of sections the options are shown, too: a heading of nothing means nothing.
    let hasSections = rows.contains(where: \.fragment.isSpaced)
    let others = rows.filter { row in
      hasSections || row.fragment.elementCount > 0
        || row.tag.map { !selection.accepts($0) } ?? true
    }
    let shown = Fragment.listed(others.map(\.fragment))
    return Fragment(parts: options.isEmpty ? shown : [line] + shown, role: .row)
  }

  override func act(on input: ElementInput) -> ElementReply {
    let options = options(in: rows)
    guard case .value(let typed) = input else {
      return .needsValue(ValueRequest(present: labelled(with: options).value))
    }
    if typed.isEmpty, selection.allowsNone {
      selection.choose([])
      return .done
    }
    switch find(typed, in: options) {
    case .success(let indices):
      selection.choose(Set(indices.map { options[$0].tag }))
      return .done
    case .failure(let refusal): return .refused(refusal.sentence)
    }
  }

  /// The options that a typed text means, by their names, or by their texts with the badges.
  private func find(
    _ typed: String, in options: [Option]
  ) -> Result<Set<Int>, Choices.Refusal> {
    let present = Set(options.indices.filter { selection.chosen.contains(options[$0].tag) })
    func find(among names: [String]) -> Result<Set<Int>, Choices.Refusal> {
      let choices = Choices(names: names)
      return selection.allowsSeveral
        ? choices.selection(typed, changing: present) : choices.find(typed).map { [$0] }
    }
    let named = find(among: options.map(\.name))
    guard case .failure = named else { return named }
    let shown = find(among: options.map(\.text))
    guard case .failure = shown else { return shown }
    return named
  }

  private var rows: [FragmentRow] { content?.fragment.rows ?? [] }

  private typealias Option = (tag: AnyHashable, name: String, text: String)

  private func options(in rows: [FragmentRow]) -> [Option] {
    rows.compactMap { row in
      guard let tag = row.tag, selection.accepts(tag) else { return nil }
      return (tag, row.fragment.optionName, row.fragment.optionText)
    }
  }
}

/// A view with the value that it represents in a selection.
package struct Tagged<Content: View> {
  /// The view.
  package let content: Content
  /// The value that the tag stands for.
  package let tag: AnyHashable

  nonisolated init(_ content: Content, tag: AnyHashable) {
    self.content = content
    self.tag = tag
  }
}

extension Tagged: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> TagNode {
    let node = TagNode(view.tag, in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: TagNode, to view: Self) {
    node.update(to: view.tag)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a tagged view.
package final class TagNode: ShapingNode {
  private var tag: AnyHashable

  init(_ tag: AnyHashable, in context: NodeContext) {
    self.tag = tag
    super.init(in: context)
  }

  func update(to tag: AnyHashable) {
    guard tag != self.tag else { return }
    self.tag = tag
    linesChanged()
  }

  override func makeFragment() -> Fragment {
    let fragment = childFragment
    return context.offersChoices ? Fragment(parts: [fragment], tag: tag) : fragment
  }
}

extension View {
  /// Sets the value that the view represents in a picker, a list with a selection, or tabs.
  ///
  /// A tag of a type also fits a selection of the optional of that type.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    Tagged(self, tag: AnyHashable(tag))
  }
}
