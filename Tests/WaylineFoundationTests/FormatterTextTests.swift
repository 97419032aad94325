import Foundation
import Testing
import Wayline
import WaylineFoundation
import WaylineTesting

private struct DueView: View {
  private let day: DateFormatter = {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.timeZone = .gmt
    return formatter
  }()
  private let fee: NumberFormatter = {
    let formatter = NumberFormatter()
    formatter.minimumFractionDigits = 2
    formatter.maximumFractionDigits = 2
    formatter.locale = Locale(identifier: "en_US")
    return formatter
  }()

  var body: some View {
    Text(Date(timeIntervalSince1970: 0), formatter: day)
    Text("Due \(Date(timeIntervalSince1970: 86_400), formatter: day).")
    Text(NSNumber(value: 1.5), formatter: fee)
    Text("Fee \(0.25, formatter: fee)")
    Text("No number", formatter: fee)
  }
}

@Suite("Texts with a formatter")
@MainActor
struct FormatterTextTests {
  @Test("A value is shown as its formatter shows it, and is empty where it cannot")
  func shown() {
    let host = TestHost { DueView() }
    #expect(host.lines == ["1970-01-01", "Due 1970-01-02.", "1.50", "Fee 0.25", ""])
  }
}

@Suite("Positions of rows")
struct IndexSetTests {
  @Test(
    "Elements move before the element at a position, or to the end",
    arguments: [
      (IndexSet(integer: 0), 2, "bacd"), (IndexSet(integer: 0), 4, "bcda"),
      (IndexSet([1, 3]), 0, "bdac"), (IndexSet([0, 1]), 3, "cabd"),
      (IndexSet(integer: 2), 2, "abcd"),
    ])
  func moved(source: IndexSet, destination: Int, result: String) {
    var letters = Array("abcd")
    letters.move(fromOffsets: source, toOffset: destination)
    #expect(String(letters) == result)
    var others = Array("abcd")
    others.move(fromOffsets: RangeSet(source.map { $0..<$0 + 1 }), toOffset: destination)
    #expect(others == letters)
  }
}
