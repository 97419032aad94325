import Testing
import Wayline
import WaylineTesting

@testable import console

@Suite("Running a deployment")
@MainActor
struct DeploymentRunTests {
  @Test("Each step is shown with the part that is done, and then the end")
  func steps() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    for line in [
      "Pull the image: 0 %", "Pull the image: 13 %", "Migrate the data: 25 %",
      "Migrate the data: 38 %", "Replace the instances: 50 %", "Replace the instances: 63 %",
      "Check the health: 75 %", "Check the health: 88 %", "State: succeeded",
    ] {
      await stage.see(line)
    }
    await stage.host.end()
  }

  @Test("It goes on while another screen is shown, where a notice leads to its end")
  func elsewhere() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    await stage.see("Pull the image: 13 %")
    stage.host.restart()
    await stage.see("State: interrupted")
    await stage.type("Continue", "open service loans")
    #expect(stage.lines.first == "Console › loans")
    await stage.type("home")
    await stage.see("[4] Deployment 1: web 2.8 to staging, succeeded")
    let end = "Deployment 1: web 2.8 to staging, succeeded"
    #expect(stage.host.notices == [end])
    await stage.type(end)
    await stage.see("State: succeeded")
    await stage.host.end()
  }

  @Test("A cancelled deployment takes back what it has done")
  func cancel() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    await stage.see("Migrate the data: 38 %")
    await stage.type("Cancel")
    #expect(stage.lines.contains("State: rolling back. Cancelled by ada."))
    await stage.see("Pull the image: 13 %")
    await stage.see("State: rolled back. Cancelled by ada.")
    await stage.host.end()
  }

  @Test("A version whose instances do not answer is rolled back, with the reason")
  func broken() async {
    let stage = ConsoleStage()
    await stage.deployToStaging("2.9")
    await stage.see("State: rolled back. The instances of 2.9 do not answer.")
    await stage.host.end()
  }

  @Test("A sign-in that expires in the middle pauses it; after another one it continues there")
  func expired() async {
    let stage = ConsoleStage(cluster: Cluster(names: ["web"], beats: 0..<0, stepsPerToken: 2))
    await stage.deployToProduction()
    let other = stage.other()
    await other.approve(1)
    await stage.see("State: waits for a sign-in of ada")
    await stage.type("Sign in")
    await stage.signIn()
    await stage.type("Continue")
    await stage.see("Replace the instances: 50 %")
    await stage.see("State: succeeded")
    await other.host.end()
    await stage.host.end()
  }

  @Test("After a restart it continues where it was, once somebody says so")
  func restart() async {
    let stage = ConsoleStage()
    await stage.deployToStaging()
    await stage.see("Migrate the data: 38 %")
    stage.host.restart()
    await stage.see("State: interrupted")
    await stage.type("Continue")
    await stage.see("Replace the instances: 50 %")
    await stage.host.end()
  }

  @Test("One whose process has gone raises an alert in another console, which can take it over")
  func gone() async {
    let killed = ConsoleStage()
    await killed.deployToStaging()
    await killed.see("Migrate the data: 38 %")
    // No time passes for the first console any more.
    let other = killed.other(cluster: .lively)
    await other.see("Alert: Deployment 1: web 2.8 to staging was interrupted")
    await other.type("Show it", "Roll back")
    await other.see("State: rolled back. Rolled back by grace.")
    await other.host.end()
    await killed.host.end()
  }
}

@Suite("Approving a deployment")
@MainActor
struct ApprovalTests {
  @Test("Another person signs in, approves it in a second console, and the first one deploys")
  func approved() async {
    let stage = ConsoleStage()
    await stage.deployToProduction()
    let other = stage.other()
    await other.approve(1)
    #expect(other.lines.contains("State: running"))
    await stage.see("State: succeeded")
    await other.see("State: succeeded")
    await other.host.end()
    await stage.host.end()
  }

  @Test("A rejection needs a reason, which the first console shows")
  func rejected() async {
    let stage = ConsoleStage()
    await stage.deployToProduction()
    let other = stage.other()
    await other.type("open approval 1")
    await other.signIn()
    #expect(other.host.send("Reject") == ["'Reject' is unavailable: Enter the reason first."])
    await other.type("Reason: not on Friday", "Reject")
    await stage.see("State: rejected. grace: not on Friday")
    await other.host.end()
    await stage.host.end()
  }

  @Test("Nobody approves what they have asked for")
  func own() async {
    let stage = ConsoleStage()
    await stage.deployToProduction()
    #expect(
      stage.host.send("Approve or reject") == ["Another person than ada approves it."])
    #expect(stage.lines.contains("State: waits for approval"))
    await stage.host.end()
  }

  @Test("A link to an approval that was decided leads to the deployment")
  func decided() async {
    let stage = ConsoleStage()
    await stage.deployToProduction()
    await stage.type("Withdraw")
    let other = stage.other()
    await other.type("open approval 1")
    #expect(other.lines.last == "State: rolled back. Withdrawn by ada.")
    await other.host.end()
    await stage.host.end()
  }
}
