import Testing
import WaylineGraph

@testable import WaylineViews

/// A text beside a line, and a state that it shows.
private struct Shelf: View {
  let writer: Writer

  @State private var copies = 0

  var body: some View {
    let _ = writer.take($copies)
    Text("Copies: \(copies)")
    Text("On the shelf")
  }
}

@MainActor
private final class Writer {
  private(set) var binding: Binding<Int>?

  func take(_ binding: Binding<Int>) { self.binding = binding }
}

@Suite("Kept lines")
@MainActor
struct KeptLinesTests {
  private let writer = Writer()

  @Test("A text that changes is exchanged in the lines around it, which are kept")
  func exchanged() throws {
    let hosting = Hosting {
      VStack {
        Section { Shelf(writer: writer) }
        ForEach(0..<3) { Text("Row \($0)") }
      }
      .foregroundStyle(.red)
    }
    let before = try #require(hosting.host.root?.fragment)
    let revision = hosting.host.revision

    hosting.perform { writer.binding?.wrappedValue = 1 }

    #expect(hosting.host.root?.fragment === before)
    #expect(hosting.host.revision > revision)
    #expect(hosting.lines == ["Copies: 1", "On the shelf", "Row 0", "Row 1", "Row 2"])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("A text that gets more lines, or none, changes the lines around it")
  func resized() {
    let hosting = Hosting { VStack { Growing(writer: writer) } }
    #expect(hosting.lines == ["plain"])
    for (number, lines) in [(1, ["one", "two"]), (2, [""]), (0, ["plain"]), (3, [" [1] posing"])] {
      hosting.perform { writer.binding?.wrappedValue = number }
      #expect(hosting.lines == lines)
      #expect(hosting.host.checkInvariants() == [])
    }
  }

  @Test("What is made of a text that changes is made again: labels, rows and lines beside it")
  func derived() {
    let hosting = Hosting {
      List {
        Button(action: {}) { Shelf(writer: writer) }
        HStack { Number(writer: writer) }
        LabeledContent("Now") { Number(writer: writer) }
      }
    }
    hosting.perform { writer.binding?.wrappedValue = 5 }
    #expect(hosting.lines == ["[1] Copies: 5 On the shelf", "5", "Now: 5"])
    hosting.perform { writer.binding?.wrappedValue = 6 }
    #expect(hosting.lines == ["[1] Copies: 6 On the shelf", "6", "Now: 6"])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("A text on a covered layer leaves the page as it is")
  func covered() {
    let hosting = Hosting {
      Layers([0, 1], id: \.self, selection: 1) { layer in
        if layer == 0 { Shelf(writer: writer) } else { Text("above") }
      }
    }
    #expect(hosting.lines == ["above"])
    let revision = hosting.host.revision
    hosting.perform { writer.binding?.wrappedValue = 1 }
    #expect(hosting.host.revision == revision)
  }
}

/// The number alone.
private struct Number: View {
  let writer: Writer

  var body: some View { Text("\(writer.binding?.wrappedValue ?? 0)") }
}

/// A text in forms of several sizes.
private struct Growing: View {
  let writer: Writer
  @State private var form = 0

  var body: some View {
    let _ = writer.take($form)
    text
  }

  private var text: Text {
    switch form {
    case 1: Text("one\ntwo")
    case 2: Text("")
    case 3: Text("[1] posing")
    default: Text("plain")
    }
  }
}
