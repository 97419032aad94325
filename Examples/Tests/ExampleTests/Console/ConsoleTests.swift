import Testing
import Wayline
import WaylineTesting

@testable import console

@Suite("The console")
@MainActor
struct ConsoleTests {
  @Test("A service that changes is shown as it is now, and its row keeps its name")
  func live() async {
    let stage = ConsoleStage(cluster: .lively)
    #expect(stage.lines.contains("[2] loans: up, 17 % load"))
    await stage.see("[2] loans: up, 28 % load")
    await stage.type("loans")
    await stage.see("loans: up, 39 % load")
    await stage.host.end()
  }

  @Test("The search narrows the list of services")
  func search() async {
    let stage = ConsoleStage()
    await stage.type("Find a service: we")
    #expect(stage.host.elements.map(\.label) == ["Find a service", "web", "New deployment"])
    await stage.host.end()
  }

  @Test("Nobody waits for the changes of the services")
  func background() async {
    let stage = ConsoleStage(cluster: .lively)
    await stage.host.settle()
    #expect(stage.host.pending.isEmpty)
    await stage.host.end()
  }

  @Test(
    "A place that does not exist is named, and the present one stays",
    arguments: [
      ("service 9", "service '9'. 'home' lists the services."),
      ("deployment 9", "deployment 9. 'home' lists the deployments."),
      ("approval 9", "deployment 9. 'home' lists the deployments."),
    ])
  func missing(place: String, reason: String) async {
    let stage = ConsoleStage()
    #expect(stage.host.send("open \(place)") == ["There is no \(reason)"])
    #expect(stage.lines.first == "Console" && stage.host.status == .notAccepted)
    await stage.host.end()
  }
}

@Suite("Asking for a deployment")
@MainActor
struct DeploymentRequestTests {
  @Test("A deployment to staging begins when it is confirmed, and its screen is shown")
  func staging() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    #expect(
      stage.lines.prefix(3) == [
        "Console › Deployment 1", "Deployment 1: web 2.8 to staging, requested by ada",
        "State: running",
      ])
    await stage.host.end()
  }

  @Test("A version that cannot be read changes nothing", arguments: ["2", "2.x", "2.8.1", "-1.0"])
  func version(text: String) async {
    let stage = ConsoleStage()
    await stage.type("New deployment", "web", "Version: \(text)")
    #expect(stage.lines.contains("[1] Version: (empty)"))
    #expect(
      stage.host.send("Next") == ["'Next' is unavailable: Enter a version first, such as 2.8."])
    await stage.host.end()
  }

  @Test("The answers survive a restart, and another service takes the version back")
  func answers() async {
    let stage = ConsoleStage()
    await stage.type("New deployment", "web", "Version: 2.8", "Next")
    stage.host.restart()
    await stage.see("web 2.8 to staging")
    await stage.type("back", "back", "loans")
    #expect(stage.lines.contains("[1] Version: (empty)"))
    await stage.host.end()
  }

  @Test("Production asks for a sign-in first, and then for the name of the service")
  func production() async {
    let stage = ConsoleStage()
    await stage.type("New deployment", "web", "Version: 2.8", "Target: production", "Next")
    await stage.signIn()
    #expect(
      stage.host.send("Deploy now")
        == ["'Deploy now' is unavailable: Type 'web' into the field first."])
    await stage.type("Name of the service: web", "Deploy now")
    #expect(stage.lines.contains("State: waits for approval"))
    await stage.host.end()
  }

  @Test("The beginning of the label deploys nothing")
  func beginning() async {
    let stage = ConsoleStage()
    await stage.type("New deployment", "web", "Version: 2.8", "Next")
    #expect(stage.host.send("d") == ["Type 'Deploy now' or 1."])
    await stage.host.end()
  }

  @Test("A service is deployed once at a time")
  func twice() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    await stage.type("home")
    await stage.deployToStaging()
    #expect(stage.lines.contains("Deployment 1: web 2.8 to staging has not ended: open it first."))
    await stage.host.end()
  }
}
