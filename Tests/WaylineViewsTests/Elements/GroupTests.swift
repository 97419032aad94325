import Testing
import WaylineGraph

@testable import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Groups and states of content")
@MainActor
struct GroupTests {
  @Test("A group box is a titled section, a control group is one line")
  func groups() {
    let hosting = Hosting {
      GroupBox("Books") { Text("Emma") }
      GroupBox { Text("Persuasion") }
      ControlGroup("Book") {
        Button("Lend") {}
        Button("Reserve") {}
      }
      ControlGroup { Button("Close") {} }
    }
    #expect(
      hosting.lines == [
        "Books", "Emma", "", "Persuasion", "Book: [1] Lend [2] Reserve", "[3] Close",
      ])
  }

  @Test("Nothing to show says why, and what can be done")
  func unavailable() {
    let hosting = Hosting {
      ContentUnavailableView {
        Label("No loans", systemImage: "book")
      } description: {
        Text("Borrow a book first.")
      } actions: {
        Button("Browse") {}
      }
      ContentUnavailableView("No members", systemImage: "person", description: Text("Yet."))
      ContentUnavailableView("No visitors", image: "visitor")
      ContentUnavailableView {
        Text("No cards")
      } actions: {
        Button("Make one") {}
      }
      ContentUnavailableView.search
      ContentUnavailableView.search(text: "emma")
    }
    #expect(
      hosting.lines == [
        "No loans", "Borrow a book first.", "[1] Browse", "No members", "Yet.", "No visitors",
        "No cards", "[2] Make one", "No results", "No results for 'emma'",
      ])
  }

  @Test("A gauge and a progress show per cent, or the label of their value")
  func gauge() {
    let hosting = Hosting {
      Gauge(value: 0.4) { Text("Shelf") }
      Gauge(value: 40.0, in: 0...80) {
        Text("Shelf")
      } currentValueLabel: {
        Text("40 books")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("80")
      }
      Gauge(value: Double.nan) { Text("Fee") }
      ProgressView(value: 4, total: 10) {
        Text("Import")
      } currentValueLabel: {
        Text("4 of 10")
      }
    }
    #expect(
      hosting.lines == [
        "Shelf: 40 %", "Shelf: 40 books from 0 to 80", "Fee: unknown", "Import: 4 of 10",
      ])
  }
}
