import Testing
import WaylineGraph

@testable import WaylineViews

@Suite("Lazy containers")
@MainActor
struct LazyTests {
  private func stack(_ path: [Int], _ notes: Ledger<[Int]>) -> Hosting {
    Hosting {
      Showing(path, notes) { path in
        Layers(path, id: \.self) { level in
          LazyVStack {
            ForEach([level], id: \.self) { level in
              let _ = notes.note("make \(level)")
              Cell(level, Ledger<Int>()).onAppear { notes.note("appear \(level)") }
            }
          }
        }
      }
    }
  }

  @Test("Its rows are created when its screen is first shown, not while it is covered")
  func late() {
    let notes = Ledger<[Int]>()
    let hosting = stack([1, 2, 3], notes)
    #expect(notes.take().suffix(1) == ["appear 3"])
    #expect(hosting.lines == ["3"])
    hosting.show([1, 2], notes)
    #expect(hosting.lines == ["2"])
    #expect(notes.take().filter { $0.hasPrefix("appear") } == ["appear 2"])
    #expect(hosting.bodies.filter { $0.hasPrefix("Cell") }.count == 1)
  }

  @Test("Created rows and their state stay when the screen is covered again")
  func kept() {
    let notes = Ledger<[Int]>()
    let count = Ledger<Int>()
    let hosting = Hosting {
      Showing([1], notes) { path in
        Layers(path, id: \.self) { level in
          LazyVStack {
            ForEach([level], id: \.self) { level in
              if level == 1 { Cell(0, count) } else { Text("above") }
            }
          }
        }
      }
    }
    hosting.perform { count.binding?.wrappedValue = 7 }
    hosting.show([1, 2], notes)
    hosting.show([1], notes)
    #expect(hosting.lines == ["7"])
  }

  @Test("Rows that leave before they are shown are never created")
  func left() {
    let notes = Ledger<[Int]>()
    let hosting = stack([1, 2, 3], notes)
    hosting.show([1, 3], notes)
    _ = notes.take()
    hosting.show([1], notes)
    #expect(hosting.lines == ["1"])
    #expect(hosting.host.checkInvariants() == [])
    #expect(notes.take().filter { $0.hasPrefix("appear") } == ["appear 1"])
  }

  @Test("A covered screen waits for none that left before it was shown")
  func leftCovered() {
    let shown = Ledger<Int>()
    let hosting = Hosting {
      Showing(0, shown) { number in
        Layers([0, 1], id: \.self) { _ in
          LazyVStack { ForEach([number], id: \.self) { Text("\($0)") } }.id(number)
        }
      }
    }
    for number in 1...3 { hosting.show(number, shown) }
    #expect(hosting.lines == ["3"])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("The rows of a list are created when their screen is first shown")
  func rows() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting {
      Showing([1], notes) { path in
        Layers([1, 2], id: \.self, selection: path[0]) { layer in
          List(0..<3) { row in
            let _ = notes.note("row \(layer).\(row)")
            Text("\(layer).\(row)").onAppear { notes.note("appear \(layer).\(row)") }
          }
        }
      }
    }
    #expect(hosting.lines == ["1.0", "1.1", "1.2"])
    #expect(notes.take().allSatisfy { !$0.contains(" 2.") })

    hosting.show([2], notes)
    #expect(hosting.lines == ["2.0", "2.1", "2.2"])
    #expect(
      notes.take().filter { $0.contains(" 2.") } == [
        "row 2.0", "row 2.1", "row 2.2", "appear 2.0", "appear 2.1", "appear 2.2",
      ])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("A list that leaves before its screen is shown has no rows")
  func leftRows() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting {
      Showing([1], notes) { path in
        Layers([1, 2], id: \.self, selection: 1) { layer in
          if path.count == 1 { List(0..<3) { Text("\(layer).\($0)") } } else { Text("empty") }
        }
      }
    }
    hosting.show([1, 2], notes)
    #expect(hosting.lines == ["empty"])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("Restored states include whether the rows of a hidden screen were made")
  func restored() {
    let notes = Ledger<[Int]>()
    let count = Ledger<Int>()
    let hosting = Hosting {
      Showing([1], notes) { path in
        Layers([1, 2], id: \.self, selection: path[0]) { layer in
          List(0..<2) { row in
            if layer == 2, row == 1 { Cell(0, count) } else { Text("\(layer).\(row)") }
          }
        }
      }
    }
    let (first, unvisited) = (hash(of: hosting), TreeStates(of: hosting.host))
    hosting.show([2], notes)
    hosting.perform { count.binding?.wrappedValue = 7 }
    hosting.show([1], notes)
    let (second, visited) = (hash(of: hosting), TreeStates(of: hosting.host))
    #expect(first != second)

    unvisited.restore(in: hosting.host)
    #expect(hash(of: hosting) == first)
    #expect(hosting.host.checkInvariants() == [])
    visited.restore(in: hosting.host)
    #expect(hash(of: hosting) == second)
    hosting.show([2], notes)
    #expect(hosting.lines == ["2.0", "7"])
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("Restored states include the rows of a screen that was shown before it was hidden")
  func restoredBelow() {
    let (notes, count) = (Ledger<[Int]>(), Ledger<Int>())
    func hosting(showing first: Int) -> Hosting {
      Hosting {
        Showing([first], notes) { path in
          Layers([1, 2], id: \.self, selection: path[0]) { layer in
            List(0..<2) { row in
              if layer == 1, row == 1 { Cell(0, count) } else { Text("\(layer).\(row)") }
            }
          }
        }
      }
    }
    let left = hosting(showing: 1)
    left.perform { count.binding?.wrappedValue = 7 }
    left.show([2], notes)
    let states = TreeStates(of: left.host)

    let other = hosting(showing: 2)
    states.restore(in: other.host)
    #expect(hash(of: other) == hash(of: left))
    other.show([1], notes)
    #expect(other.lines == ["1.0", "7"])
  }

  private func hash(of hosting: Hosting) -> UInt64 {
    var hasher = ContentHasher()
    hosting.host.hashStates(into: &hasher)
    return hasher.finalize()
  }

  @Test("A view that is not shown runs its bodies, but nothing appears and no row is created")
  func notShown() {
    let notes = Ledger<[Int]>()
    let host = ViewHost(isShown: false) {
      let _ = notes.note("body")
      List(0..<3) { row in
        let _ = notes.note("row")
        Text("\(row)").onAppear { notes.note("appear") }
      }
      .onAppear { notes.note("list") }
    }
    #expect(notes.take() == ["body"])
    #expect(host.checkInvariants() == [])
  }
}
