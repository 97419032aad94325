import Wayline
import WaylineTesting

extension Planted {
  static let processes: [Planted] = [
    Planted("a router that a closure outside holds", "no-leak", []) {
      let holder = Holder()
      return Explorer { Leaking(holder: holder) }
    },
    Planted("a place that restores as another", "restores-place", ["Book"]) {
      Explorer { WrongRestore() }.without(.linkRoundTrip)
    },
    Planted(
      "links that open other places, on screens with titles of their own", "link-round-trip",
      ["First book"]
    ) {
      Explorer { WrongRestore(isTitled: true) }.without(.restoresPlace)
    },
    Planted("a link that opens another place", "link-round-trip", ["Book"]) {
      Explorer { WrongRestore() }.without(.restoresPlace)
    },
    Planted(
      "a link that opens another place, behind a guard that takes time", "link-round-trip",
      ["Book", "wait", "wait 2"]
    ) {
      Explorer { GuardedRestore() }.without(.restoresPlace)
    },
  ]
}

private struct GuardedRestore: View {
  @Environment(\.clock) private var clock

  var body: some View {
    WrongRestore().guarding(WrongRestore.Shelf.self) { _ in
      try? await clock.sleep(for: .seconds(2))
      return .allow
    }
  }
}

private struct Leaking: View {
  let holder: Holder
  @Environment(\.router) private var router

  var body: some View {
    Text("Held").onAppear { holder.actions.append { router.home() } }
  }
}

@MainActor
private final class Holder {
  var actions: [() -> Void] = []
}

private struct WrongRestore: View {
  enum Shelf: NavigationValue, Equatable {
    case book(Mangled)
  }

  /// A number that is read back as another.
  struct Mangled: Hashable, Codable, Sendable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self) + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  var isTitled = false

  var body: some View {
    NavigationStack {
      NavigationLink(isTitled ? "First book" : "Book", value: Shelf.book(Mangled(number: 1)))
      if isTitled { NavigationLink("Last book", value: Shelf.book(Mangled(number: 9))) }
      Divider()
        .navigationDestination(for: Shelf.self) { shelf in
          Text("A book").navigationTitle(isTitled ? "\(shelf)" : "")
        }
    }
  }
}
