import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale

@testable import WaylineSQLite

/// One of each shape that `Codable` knows.
private struct Shape: Codable, Hashable {
  enum Case: Codable, Hashable {
    case plain
    case labelled(count: Int, text: String?)
    indirect case nested(Case)
  }

  struct Inner: Codable, Hashable {
    var date: Date
    var url: URL?
    var bytes: Data
    var id: UUID
  }

  var flag: Bool
  var number: Int64
  var small: UInt8
  var fraction: Double
  var text: String
  var list: [Int?]
  var table: [String: [Inner]]
  var numbered: [Int: Case]
  var missing: String?
  var cases: [Case]
  var set: Set<Int>
}

extension Shape {
  init(_ dice: inout Dice) {
    func count(_ dice: inout Dice) -> Range<Int> { 0..<Int.random(in: 0...4, using: &dice) }
    flag = .random(using: &dice)
    number = .random(in: .min ... .max, using: &dice)
    small = .random(in: .min ... .max, using: &dice)
    fraction = .random(in: -1e12...1e12, using: &dice)
    text = String.random(&dice)
    list = count(&dice).map { _ in .random(using: &dice) ? .random(in: -9...9, using: &dice) : nil }
    table = [:]
    for _ in count(&dice) { table[.random(&dice)] = count(&dice).map { _ in Inner(&dice) } }
    numbered = [:]
    for key in count(&dice) { numbered[key] = Case(&dice) }
    missing = .random(using: &dice) ? .random(&dice) : nil
    cases = count(&dice).map { _ in Case(&dice) }
    set = Set(count(&dice))
  }
}

extension Shape.Case {
  init(_ dice: inout Dice) {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: self = .plain
    case 1: self = .labelled(count: .random(in: .min ... .max, using: &dice), text: nil)
    case 2: self = .labelled(count: 0, text: .random(&dice))
    default: self = .nested(Shape.Case(&dice))
    }
  }
}

extension Shape.Inner {
  init(_ dice: inout Dice) {
    date = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &dice))
    url = .random(using: &dice) ? URL(string: "https://desk.example/book/\(dice.next())") : nil
    bytes = Data((0..<5).map { _ in .random(in: .min ... .max, using: &dice) })
    id = UUID()
  }
}

extension String {
  /// Up to six characters: letters, controls, marks, emoji.
  fileprivate static func random(_ dice: inout Dice) -> String {
    let letters: [Character] = ["a", "é", "\0", "\n", "\"", "\\", "\u{202E}", "📚", "\u{7F}", "/"]
    return String((0..<6).map { _ in letters.randomElement(using: &dice) ?? "a" })
  }
}

@Suite("Shapes of values")
struct RoundTripTests {
  @Test("Every shape is read back from the file as it was written (18)")
  func shapes() throws {
    let place = Place()
    let store = place.store
    var dice = Dice(seed: 42)
    for number in 0..<Scale.rounds(50) {
      let shape = Shape(&dice)
      @Persisted(key: "shape\(number)", store: store, defaultValue: nil) var value: Shape?
      value = shape
      #expect(_value.error == nil)
      let other = place.store
      let read = try other.value(Shape.self, for: "shape\(number)", in: StoreKey.persisted)
      #expect(read == shape, "number \(number)")
      other.close()
    }
  }

  @Test("Values that are not structures are read back too, at the ends of their ranges (18)")
  func alone() throws {
    let place = Place()
    try roundTrip([true, false], in: place)
    try roundTrip([Int.min, 0, .max], in: place)
    try roundTrip([Int8.min, .max], in: place)
    try roundTrip([Int64.min, .max], in: place)
    try roundTrip([UInt32.max, 0], in: place)
    try roundTrip([UInt64.max, 0], in: place)
    try roundTrip([UInt.max, 0], in: place)
    try roundTrip([Double.infinity, -.infinity, .leastNonzeroMagnitude, .pi], in: place)
    try roundTrip([Float.infinity, .greatestFiniteMagnitude, 0.1], in: place)
    try roundTrip(["", "\0", "e\u{301}", String(repeating: "📚", count: 10_000)], in: place)
    try roundTrip([Data(), Data([0]), Data(count: 100_000)], in: place)
    try roundTrip([Date.distantPast, .distantFuture], in: place)
    try roundTrip([URL(string: "https://desk.example/é?q=a%20b#c"), nil], in: place)
    try roundTrip([UUID()], in: place)
    try roundTrip([Int?.none, 3], in: place)
    try roundTrip([[Int?.none, 3], []], in: place)
    try roundTrip([["a": [1.5]], [:]], in: place)
    try roundTrip([Shape.Case.plain, .nested(.plain)], in: place)
    try roundTrip([Shape.Case?.none, .plain], in: place)
  }

  /// Writes each value under a key of its own, and reads it in a store that has seen none of them.
  private func roundTrip<Value: Codable & Equatable>(_ values: [Value], in place: Place) throws {
    let (store, other) = (place.store, place.store)
    for (number, value) in values.enumerated() {
      let name = "\(Value.self) \(number)"
      try store.set(value, for: name)
      let read = try other.value(Value.self, for: name)
      #expect(read == value || read == nil && "\(value)" == "nil", "\(name)")
    }
  }

  @Test("Every shape is read back from an export (16)")
  func exports() throws {
    let (store, other) = (MemoryStore(), MemoryStore())
    var dice = Dice(seed: 7)
    let shapes = (0..<Scale.rounds(20)).map { _ in Shape(&dice) }
    for (number, shape) in shapes.enumerated() { try store.set(shape, for: "\(number)") }
    try other.importValues(from: store.exported())
    for (number, shape) in shapes.enumerated() {
      #expect(try other.value(Shape.self, for: "\(number)") == shape)
    }
  }
}
