import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum VaultRoute: NavigationValue {
  case shelf(code: Secret<String>, number: Int)
  case door
}

private struct VaultView: View {
  var body: some View {
    NavigationStack {
      Text("Vault")
        .navigationDestination(for: VaultRoute.self) { route in
          if case .shelf(let code, _) = route {
            Text(code.reveal().map { "Code of \($0.count) letters" } ?? "Locked")
          } else {
            Text("Door")
          }
        }
    }
    .guarding(VaultRoute.self) { route in
      if case .shelf(_, 2) = route { return .redirect(to: VaultRoute.door, thenContinuing: true) }
      return .allow
    }
  }
}

@Suite("Secret values of routes")
@MainActor
struct SecretRouteTests {
  private let canary = "c4n4ry"

  private func shelf(_ number: Int) -> VaultRoute { .shelf(code: Secret(canary), number: number) }

  @Test("A secret is not in the saved scene, nor in a pending request (20)")
  func saved() {
    let vault = Hosting { VaultView() }
    vault.router.push(shelf(1))
    vault.router.push(shelf(2))
    #expect(vault.router.state.pendingIntent?.destination == Route(shelf(2)))

    let text = vault.router.save()

    #expect(!text.contains(canary))
    #expect(text.split(separator: "\n").filter { $0.contains("<redacted>") }.count == 3)
  }

  @Test("A restored secret is a placeholder, and the report is complete (20)")
  func placeholder() {
    let first = Hosting { VaultView() }
    first.router.push(shelf(1))
    #expect(first.lines == ["Code of 6 letters"])

    let second = Hosting { VaultView() }
    let report = second.router.restore(Array(first.router.save().utf8))

    #expect(second.lines == ["Locked"])
    #expect(report.isComplete)
    #expect(report.migrated == [])
    #expect(second.router.save() == first.router.save())
  }

  @Test("A secret has no link, and where says why (20)")
  func link() {
    let vault = Hosting { VaultView() }
    vault.router.push(shelf(1))

    #expect(vault.router.location.link == nil)
    #expect(vault.router.location.notice?.contains("has no text form") == true)
  }

  @Test("A secret typed in a link is not taken over (20)")
  func typed() {
    let vault = Hosting { VaultView() }

    vault.router.open(words: ["shelf", canary, "1"])

    #expect(vault.lines == ["Locked"])
  }

  @Test("No description of a transition, a state or an outcome shows it (20)")
  func descriptions() {
    let vault = Hosting { VaultView() }
    var log = ""
    _ = vault.router.observe { log += "\($0) \($0.to) \($0.outcome)" }

    vault.router.push(shelf(1))
    vault.router.push(shelf(2))
    dump(vault.router.state, to: &log)

    #expect(!log.contains(canary))
    #expect(log.contains("<redacted>"))
  }
}
