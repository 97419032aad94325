import Observation
import Testing

@testable import WaylineGraph

private struct Padded {
  var flag: Bool
  var count: Int
}

/// Plain bytes, with an `==` that only `.equality` asks.
private struct Decade: Equatable {
  var year: Int
  static func == (one: Self, other: Self) -> Bool { one.year / 10 == other.year / 10 }
}

/// Holds a reference, so its own `==` is asked.
private struct Book: Equatable {
  var title: String
  var note: String
  static func == (one: Self, other: Self) -> Bool { one.title == other.title }
}

private struct Entry {
  var book: Book?
  var row: Int
}

private struct Action {
  var run: () -> Void
}

private enum Mode {
  case browsing
  case lending(to: String)
}

private final class Shelf: Equatable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (one: Shelf, other: Shelf) -> Bool { one.name == other.name }
}

private struct Loose {
  weak var shelf: Shelf?
  var count = 0
}

private func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
  InputComparison.of(Value.self).isSame(old, new)
}

private func fresh(_ text: String) -> String { (text + " in a long enough string").lowercased() }

private final class Desk: Observable {}

/// The rows of a list are made again with each change of the list.
private struct DeskRow {
  @Environment(Desk.self) var desk
  @Environment(Desk.self) var otherDesk: Desk?
  @Environment(\.description) var description

  var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

@Suite("Comparing inputs")
struct ComparisonTests {
  @Test("Properties that read the environment have the same bytes in each value of a view")
  func environment() {
    #expect(DeskRow().bytes == DeskRow().bytes)
    #expect(isSame(DeskRow(), DeskRow()))
  }

  @Test("Padding between fields does not count (29)")
  func padding() {
    func filled(with byte: UInt8) -> Padded {
      withUnsafeTemporaryAllocation(of: Padded.self, capacity: 1) { memory in
        UnsafeMutableRawBufferPointer(memory).initializeMemory(as: UInt8.self, repeating: byte)
        // Stores field by field, which leaves the padding as it was.
        memory[0].flag = true
        memory[0].count = 3
        return memory[0]
      }
    }
    #expect(isSame(filled(with: 0), filled(with: 0xFF)))
    #expect(!isSame(Padded(flag: true, count: 3), Padded(flag: false, count: 3)))
  }

  @Test("Bytes that a value leaves open do not count: an empty optional, a shorter payload")
  func openBytes() {
    struct Loan {
      var flag: UInt8
      var fee: Int?
      var member: Member?
      var end: End
    }
    final class Member {}
    enum End: Equatable {
      case due(Int)
      case returned(UInt8)
    }
    func loan(over byte: UInt8) -> UnsafeMutablePointer<Loan> {
      let place = UnsafeMutablePointer<Loan>.allocate(capacity: 1)
      UnsafeMutableRawPointer(place).initializeMemory(
        as: UInt8.self, repeating: byte, count: MemoryLayout<Loan>.size)
      place.initialize(to: Loan(flag: 1, fee: nil, member: nil, end: .returned(2)))
      return place
    }
    let (first, second) = (loan(over: 0x55), loan(over: 0xAA))
    defer { for place in [first, second] { place.deallocate() } }
    let comparison = InputComparison.of(Loan.self)
    #expect(comparison.isSame(UnsafeRawPointer(first), UnsafeRawPointer(second)))
    second.pointee.end = .returned(3)
    #expect(!comparison.isSame(UnsafeRawPointer(first), UnsafeRawPointer(second)))
    second.pointee.end = .returned(2)
    second.pointee.fee = 0
    #expect(!comparison.isSame(UnsafeRawPointer(first), UnsafeRawPointer(second)))
  }

  @Test("A type of plain bytes is compared by its fields, not by its own == (29)")
  func plainBytes() {
    #expect(!isSame(Decade(year: 1984), Decade(year: 1987)))
    let equality = InputComparison.of(Decade.self, preferring: .equality)
    #expect(equality.isSame(Decade(year: 1984), Decade(year: 1987)))
  }

  @Test("A type with references is compared by its own == where it has one (29)")
  func equatable() {
    #expect(isSame(Book(title: "Emma", note: "a"), Book(title: "Emma", note: "b")))
    #expect(!isSame(Book(title: "Emma", note: "a"), Book(title: "Persuasion", note: "a")))
  }

  @Test("A type without == is compared field by field, also inside (29)")
  func fields() {
    let book = Book(title: fresh("Emma"), note: "")
    #expect(isSame(Entry(book: book, row: 1), Entry(book: book, row: 1)))
    let same = Entry(book: Book(title: fresh("Emma"), note: fresh("x")), row: 1)
    #expect(isSame(Entry(book: book, row: 1), same))
    #expect(!isSame(Entry(book: book, row: 1), Entry(book: nil, row: 1)))
    #expect(!isSame(Entry(book: book, row: 1), Entry(book: book, row: 2)))
  }

  @Test("An optional is compared by its value")
  func optionals() {
    let entry = Entry(book: Book(title: fresh("Emma"), note: ""), row: 1)
    let equal = Entry(book: Book(title: fresh("Emma"), note: ""), row: 1)
    #expect(isSame(Optional(entry), Optional(equal)))
    #expect(!isSame(Optional(entry), nil))
    #expect(isSame(Entry?.none, nil))
  }

  @Test("A closure equals only itself (30)")
  func closures() {
    var count = 0
    func adding(_ step: Int) -> Action { Action { count += step } }
    let action = adding(1)
    #expect(isSame(action, action))
    #expect(!isSame(action, adding(1)))
  }

  @Test("An enum with references and without == counts as changed, unless its bytes agree")
  func enums() {
    let lending = Mode.lending(to: fresh("Ada"))
    #expect(isSame(lending, lending))
    #expect(isSame(Mode.browsing, .browsing))
    #expect(!isSame(lending, .lending(to: fresh("Ada"))))
  }

  @Test("A weak reference is compared by its target, without loading it")
  func weakFields() {
    let (one, other) = (Shelf("A"), Shelf("A"))
    #expect(isSame(Loose(shelf: one), Loose(shelf: one)))
    #expect(!isSame(Loose(shelf: one), Loose(shelf: other)))
    #expect(!isSame(Loose(shelf: one, count: 1), Loose(shelf: one, count: 2)))
  }

  @Test("Bindings to one location are the same input, and so are equal constants (18)")
  func bindings() {
    let base = Binding(get: { "Emma" }, set: { _ in })
    #expect(isSame(base.count, base.count))
    #expect(!isSame(base, Binding(get: { base.wrappedValue }, set: { _ in })))
    #expect(isSame(Binding.constant(fresh("Emma")), .constant(fresh("Emma"))))
    #expect(!isSame(Binding.constant(1), .constant(2)))
  }

  @Test("States, which belong to the node, are always the same input")
  func states() {
    #expect(isSame(State(wrappedValue: 1), State(wrappedValue: 2)))
  }
}

extension String {
  /// A property that can be written, to project.
  fileprivate var count: Int {
    get { utf8.count }
    set { self = String(repeating: " ", count: newValue) }
  }
}
