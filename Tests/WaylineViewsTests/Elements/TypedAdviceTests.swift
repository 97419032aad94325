import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

/// Elements of each kind that refuses values with an example.
private struct AdviceForm: View {
  @State private var isOn = false
  @State private var isOpen = false
  @State private var page = 1
  @State private var price = 9.99
  @State private var count = 1_000
  @State private var due = Date(timeIntervalSince1970: 1_795_003_230)
  @State private var time = Date(timeIntervalSince1970: 1_795_003_230)
  @State private var genre = "History"
  @State private var minutes = 15
  @State private var genres: Set<Int> = []
  @State private var isFlagged = true
  @State private var rows = ["Milk", "Bread", "Tea"]

  private let german = Locale(identifier: "de_DE")

  var body: some View {
    Toggle("On", isOn: $isOn)
    DisclosureGroup("Details", isExpanded: $isOpen) { Text("More") }
    Stepper("Page", onIncrement: { page += 1 }, onDecrement: { page -= 1 })
    TextField("Price", value: $price, format: .number.locale(german))
    TextField("Count", value: $count, format: .number.locale(german))
    TextField("Flag", value: $isFlagged)
    DatePicker("Due", selection: $due)
    DatePicker("Day", selection: $due, displayedComponents: .date)
    DatePicker(
      "Time", selection: $time, in: Self.night, displayedComponents: .hourAndMinute)
    DatePicker("Later", selection: $due, in: Self.night.lowerBound.addingTimeInterval(-86_400)...)
    Picker("Genre", selection: $genre) {
      ForEach(["History", "Historical novel", "Poetry", "Say \"hi\"", "a, b"], id: \.self) {
        Text($0)
      }
    }
    Picker("Minutes", selection: $minutes) {
      ForEach([5, 10, 15, 20], id: \.self) { Text("\($0) min") }
    }
    List(selection: $genres) {
      Text("Same").tag(1)
      Text("Same").tag(2)
      Text("Other").tag(3)
    }
    ForEach(rows, id: \.self) { Text($0) }
      .onMove { rows.move(fromOffsets: $0, toOffset: $1) }
  }

  private static var night: ClosedRange<Date> {
    let evening = Date(timeIntervalSince1970: 1_795_039_200)
    return evening...evening.addingTimeInterval(8 * 3_600)
  }
}

@Suite("Examples in refusals of values")
@MainActor
struct TypedAdviceTests {
  /// The values that a sentence quotes or lists as ones to type or to choose.
  private func examples(in sentence: String) -> [String] {
    guard
      let mark = ["Type it as ", "Type one of the numbers ", "Type ", "Choose "]
        .compactMap({ sentence.ranges(of: $0).last }).first
    else { return [] }
    var advice = String(sentence[mark.upperBound...].dropLast())
    if let colon = advice.firstRange(of: ": ") { advice = String(advice[colon.upperBound...]) }
    // A kind of value, and no value.
    let kinds = ["a ", "one character", "more of the name", "from "]
    if kinds.contains(where: { advice.contains($0) && advice.hasPrefix($0) }) { return [] }
    if advice.contains(" time from ") { return [] }
    return advice.split(separator: " or ").flatMap { part -> [String] in
      part.contains(", ") && !part.contains("a, b")
        ? part.split(separator: ", ").map(String.init) : [String(part)]
    }.map { $0.hasPrefix("'") ? String($0.dropFirst().dropLast()) : $0 }
  }

  @Test("Each example in the refusal of a value is a value of that element")
  func accepted() {
    let wrong = [
      "x", "zzz", "", "7 apples", "9.99", "2026-99-99", "25:61", "+-", "Hist", "is", "Same", "same",
      "0", "99", "1.23", "[9]", "Milk", "Milk sideways", "Milk to 9", "Tea", "+Same", "maybe",
      "yess",
    ]
    var compared: [String: Int] = [:]
    let labels = Hosting { AdviceForm().environment(\.timeZone, .gmt) }.host.page().elements.map(
      \.label)
    for label in labels {
      for value in wrong {
        let hosting = Hosting { AdviceForm().environment(\.timeZone, .gmt) }
        guard case .refused(let sentence) = hosting.send(.value(value), to: label) else { continue }
        for example in examples(in: sentence) {
          compared[label, default: 0] += 1
          let reply = hosting.send(.value(example), to: label)
          #expect(reply == .done, "\(label): \(value) → \(sentence) → '\(example)' → \(reply)")
        }
      }
    }
    for label in labels {
      #expect(compared[label, default: 0] > 0, "\(label)")
    }
  }
}
