import Testing

@testable import WaylineShell

@Suite("Exit status")
struct ShellStatusTests {
  @Test(
    "Every status has its documented number",
    arguments: [
      (.success, 0), (.notAccepted, 1), (.usage, 2), (.noResult, 3), (.unreadableData, 65),
      (.busy, 75), (.noPermission, 77), (.hungUp, 129), (.interrupted, 130), (.outputClosed, 141),
      (.outputFailed, 74),
      (.terminated, 143),
    ] as [(ShellStatus, Int32)])
  func numbers(status: ShellStatus, number: Int32) {
    #expect(status.rawValue == number)
  }

  @Test(
    "A signal says most, then the first particular status, then a line that was not accepted",
    arguments: [
      (true, [], .success), (true, [.success, .success], .success),
      (true, [.notAccepted, .success], .notAccepted), (false, [.notAccepted], .success),
      (true, [.notAccepted, .busy, .noPermission], .busy), (false, [.noResult], .noResult),
      (false, [.usage], .success), (false, [.usage, .busy], .busy),
      (true, [.busy, .terminated, .hungUp], .terminated), (true, [.notAccepted, .usage], .usage),
    ] as [(Bool, [ShellStatus], ShellStatus)])
  func account(isScript: Bool, added: [ShellStatus], total: ShellStatus) {
    var account = StatusAccount(isScript: isScript)
    for status in added { account.add(status) }
    #expect(account.status == total)
  }
}
