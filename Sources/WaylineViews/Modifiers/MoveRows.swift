import WaylineGraph
import WaylineSystem

extension ForEach where Content: View {
  /// Adds a line that moves the rows: `[4] Move: (Milk down, Milk to 3)`.
  ///
  /// `Move: Milk up` and `Move: Milk down` move a row by one place, `Move: Milk to 3` to a place. A row is
  /// named as in a choice: by its text without actions and badges, by what its text begins with or contains, or
  /// by its position, `Move: 2 up`. The action receives the position of the row, and the position before
  /// which it goes, for `move(fromOffsets:toOffset:)`. Without an action, or with less than two rows, there is
  /// no such line. With `import WaylineFoundation` the positions are an `IndexSet`.
  @_disfavoredOverload
  nonisolated public func onMove(perform action: ((RangeSet<Int>, Int) -> Void)?) -> Self {
    var rows = self
    rows.move = action
    return rows
  }
}

extension View {
  /// Excludes the row from those that `onMove` moves; around a `ForEach`, all of its rows.
  nonisolated public func moveDisabled(_ isDisabled: Bool) -> some View {
    MoveDisabled(self, if: isDisabled)
  }
}

/// A row that stays where it is.
typealias MoveDisabled<Content: View> = Excluded<MoveDisabledNode, Content>

/// The node of a row that may stay where it is.
final class MoveDisabledNode: ExclusionNode {}

/// The rows of a `ForEach` that a line moves, in their order.
struct MovableRows {
  /// The texts of the rows.
  var names: [String]
  /// True for each row that may be moved.
  var isMovable: [Bool]

  private static let example = "Type a row and its new place"

  /// A row, and the position that it gets among the rows.
  typealias Move = (row: Int, position: Int)

  /// A reason to refuse a move, as a whole sentence.
  struct Refusal: Error { let sentence: String }

  /// The moves by one place, as they are typed.
  var choices: [String] {
    names.indices.flatMap { row -> [String] in
      guard isMovable[row] else { return [] }
      let name = choice.typed(row)
      return (row > 0 ? ["\(name) up"] : []) + (row < names.count - 1 ? ["\(name) down"] : [])
    }
  }

  /// Examples of what can be typed; nil where no row can be moved.
  var examples: String? {
    guard names.count > 1, let row = isMovable.firstIndex(of: true) else { return nil }
    let name = choice.typed(row)
    return "\(name) \(row == 0 ? "down" : "up"), \(name) to \(row == 0 ? names.count : 1)"
  }

  private var choice: Choices { Choices(names: names) }

  /// The move that a text means: `Milk up`, `Milk down`, `Milk to 3`.
  func move(_ typed: String) -> Result<Move, Refusal> {
    guard let (name, place) = Self.parts(of: typed) else {
      let examples = examples?.split(separator: ", ").map { "'\($0)'" }.joined(separator: " or ")
      return .failure(Refusal(sentence: "\(Self.example)\(examples.map { ": \($0)" } ?? "")."))
    }
    switch choice.find(name) {
    case .failure(let refusal): return .failure(Refusal(sentence: refusal.sentence))
    case .success(let row):
      guard isMovable[row] else {
        return .failure(Refusal(sentence: "\(quoted(row)) cannot be moved."))
      }
      return position(place, of: row).map { (row, $0) }
    }
  }

  /// The place to which a row is moved.
  private enum NewPlace {
    case up, down
    case to(String)
  }

  /// The name of a row and its new place; nil without either.
  private static func parts(of typed: String) -> (name: String, place: NewPlace)? {
    let words = typed.trimmed.split(separator: " ")
    guard words.count > 1, let last = words.last else { return nil }
    let name = words.dropLast().joined(separator: " ")
    switch last.lowercased() {
    case "up": return (name, .up)
    case "down": return (name, .down)
    default:
      guard words.count > 2, words[words.count - 2].lowercased() == "to" else { return nil }
      return (words.dropLast(2).joined(separator: " "), .to(String(last)))
    }
  }

  private func position(_ place: NewPlace, of row: Int) -> Result<Int, Refusal> {
    switch place {
    case .up where row == 0: .failure(Refusal(sentence: "\(quoted(row)) is the first row."))
    case .up: .success(row - 1)
    case .down where row == names.count - 1:
      .failure(Refusal(sentence: "\(quoted(row)) is the last row."))
    case .down: .success(row + 1)
    case .to(let number): position(number)
    }
  }

  private func position(_ typed: String) -> Result<Int, Refusal> {
    let isNumber = typed.allSatisfy { ("0"..."9").contains($0) }
    guard isNumber, let number = Int(typed), names.indices.contains(number - 1) else {
      let shown = SafeText.line(of: typed)
      return .failure(
        Refusal(sentence: "'\(shown)' is not a position. Type a number from 1 to \(names.count)."))
    }
    return .success(number - 1)
  }

  private func quoted(_ row: Int) -> String {
    names[row].isEmpty ? "Row \(row + 1)" : "'\(names[row])'"
  }
}

/// The node of the line that moves the rows of a `ForEach`.
final class MoveNode: ElementNode {
  private unowned(unsafe) let rows: any MovingRows  // they end the node before they are released

  init(_ rows: any MovingRows, in context: NodeContext) {
    self.rows = rows
    super.init(Element(.choice, label: "Move"), in: context)
  }

  override var labelled: Element {
    var shown = super.labelled
    let rows = rows.movableRows
    (shown.choices, shown.range) = (rows.choices, rows.examples)
    return shown
  }

  override func act(on input: ElementInput) -> ElementReply {
    guard case .value(let typed) = input else { return .needsValue(ValueRequest()) }
    switch rows.movableRows.move(typed) {
    case .failure(let refusal): return .refused(refusal.sentence)
    case .success(let move):
      if move.row != move.position { rows.move(move.row, to: move.position) }
      return .done
    }
  }
}

/// Rows that a line moves.
@MainActor
protocol MovingRows: AnyObject {
  var movableRows: MovableRows { get }
  /// Moves a row to a position among the rows.
  func move(_ row: Int, to position: Int)
}

extension ViewNode {
  /// True if the row that begins here may be moved: no `moveDisabled` is around its first view.
  var isMovable: Bool {
    if let node = self as? MoveDisabledNode, node.isExcluded { return false }
    guard !(self is any LateRows) else { return true }
    return childNodes.first?.isMovable ?? true
  }

  /// True if `moveDisabled` is around it.
  var isMoveDisabled: Bool {
    var node: ViewNode? = self
    while let current = node {
      if let around = current as? MoveDisabledNode, around.isExcluded { return true }
      node = current.context.parent
    }
    return false
  }
}
