import Testing

@testable import WaylineViews

@Suite("Charts")
@MainActor
struct ChartTests {
  @Test(
    "A sparkline shows its values as bars, and their bounds in words",
    arguments: [
      ([1, 9, 17, 1, 12], "Loans: ▁▅█▁▆  1 to 17, last 12"), ([4, 4], "Loans: ▄▄  4, last 4"),
      ([0.5, .nan, 1.25], "Loans: ▁█  0.5 to 1.25, last 1.25"), ([], "Loans: no values"),
    ] as [([Double], String)])
  func sparkline(values: [Double], line: String) {
    #expect(Hosting { Sparkline("Loans", values: values) }.screen == [line])
  }

  @Test("A bar chart has a line for each value, aligned by the width of its characters")
  func bars() {
    let shelves = [("fiction", 120), ("詩", 30), ("maps", 0), ("new", 1)]
    let hosting = Hosting { BarChart(shelves, label: \.0, value: \.1) }
    #expect(
      hosting.screen == [
        "fiction  ████████████████████  120", "詩       █████                  30",
        "maps                             0", "new      ▏                       1",
      ])
  }
}
