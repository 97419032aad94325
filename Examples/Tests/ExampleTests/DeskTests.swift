import LendingDesk
import TestThreads
import Testing
import WaylineTesting

@Suite("The tour's desk", .waitsForPrograms)
struct DeskTests {
  private let tour = Built("tour")

  @MainActor
  @Test("The desk of the server refuses a book that it does not have, and stays at its place")
  func unknownBook() {
    let host = TestHost { DeskView() }
    host.send("open book 42")
    #expect(host.send("open book 5") == ["There is no book 5. 'home' lists the books."])
    #expect(host.lines.first == "Lending desk › The Go-Between")
  }

  @Test(
    "A book or member that does not exist is refused on the command line, with or without a login",
    arguments: [["book", "999"], ["member", "Nobody"]])
  func unknown(place: [String]) throws {
    let (kind, value) = (place[0], place[0] == "book" ? "999" : "'Nobody'")
    let sentence = "There is no \(kind) \(value). 'open desk' lists the \(kind)s."
    for input in ["", "open login\nPasscode: 1\nLog in\n"] {
      #expect(try tour.run([], input).status == 0)
      let run = try tour.run(["desk"] + place)
      #expect(run.problems == [sentence] && run.status == 1 && run.output == "", "\(run)")
    }
  }

  private func play(_ session: String) throws { try tour.play("desk", session) }

  @Test("Words on the command line start at a book, and where prints them (18)")
  func startsAtABook() throws {
    let run = try tour.run(["desk", "book", "42"], "where\nback\nquit\n")

    #expect(run.lines.contains("Tour › Desk › The Go-Between"))
    #expect(run.lines.contains("tour desk book 42"))
    #expect(run.lines.contains("[1] Tab: Books (Books, Members)"))
    #expect(run.status == 0)
  }

  @Test("A place with tabs of its own is rebuilt by its link, and where says nothing else (18)")
  func tabsAreRebuilt() throws {
    let run = try tour.run(["desk"], "where\n1 Members\nwhere\n")

    let caveat = "The link restores this screen, but not the path to it."
    #expect(run.lines.filter { $0 == caveat }.count == 1)
    #expect(run.lines.last == caveat)
  }

  @Test("Blocked by the login, exit, start, log in: the place that was wanted (13)")
  func pendingIntent() throws {
    try play(
      """
      Tour
      Welcome. Each [number] is something you can do: type the number, or its words.
      back goes up, help lists the commands, quit leaves; the tour remembers where you were.
      [1] Log in
      [2] Two views
      [3] Settings
      [4] In step
      [5] Feed
      [6] Desk
      [7] Map
      > open desk member Ada
      Log in first.
      Tour › Desk › Staff
      Members are shown to the staff only.
      [1] Passcode: (empty)
      [2] Log in (unavailable)
      > quit
      """)
    try play(
      """
      Tour › Desk › Staff
      Members are shown to the staff only.
      [1] Passcode: (empty)
      [2] Log in (unavailable)
      > Passcode: ********
      Tour › Desk › Staff
      Members are shown to the staff only.
      [1] Passcode: (hidden, 8 characters)
      [2] Log in
      > Log in
      Tour › Desk › Ada
      Nothing borrowed.
      > where
      Tour › Desk › Ada
      /desk/member/Ada
      tour desk member Ada
      > quit
      """)
  }

  @Test("A member chosen after a login and a restart still gets the book (14)")
  func resultAcrossRestart() throws {
    _ = try tour.run(["--scene", "desk"], "open desk book 42\nLend\nquit\n")
    _ = try tour.run(["--scene", "desk"], "Passcode: 1234\nLog in\nquit\n")
    try play(
      """
      Sheet: Choose a member
      [1] Ada
      [2] Grace
      [3] Mary
      > Grace
      Tour › Desk › The Go-Between
      L. P. Hartley, number 42.
      Lent to Grace.
      [1] Return
      > quit
      """)
    try play(
      """
      Tour › Desk › The Go-Between
      L. P. Hartley, number 42.
      Lent to Grace.
      [1] Return
      > Return
      Tour › Desk › The Go-Between
      L. P. Hartley, number 42.
      On the shelf.
      [1] Lend
      > back
      Tour › Desk
      [1] Tab: Books (Books, Members)
      [2] Middlemarch
      [3] The Go-Between
      [4] The Leopard
      [5] Returns
      > quit
      """)
  }

  @Test(
    "A child coordinator has a stack of its own; its unhandled actions go to its parent (7)")
  func childCoordinator() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    _ = try tour.run(["desk", "book", "42"], "Lend\nGrace\nopen desk book 7\nLend\nGrace\n")
    _ = try tour.run(["--scene", "desk"], "Desk\nReturns\n")
    try play(
      """
      Tour › Desk › Returns
      [1] Middlemarch
      [2] The Go-Between
      [3] Done
      > 2
      Tour › Desk › Returns › The Go-Between
      Is every page there?
      [1] Take back
      [2] Later
      [3] Report damage
      > where
      Tour › Desk › Returns › The Go-Between
      /desk/returns
      tour desk returns
      This place has no link of its own: its stack is inside another screen.
      > Take back
      Tour › Desk › Returns
      [1] Middlemarch
      [2] Done
      > 1
      Tour › Desk › Returns › Middlemarch
      Is every page there?
      [1] Take back
      [2] Later
      [3] Report damage
      > Later
      Tour › Desk
      [1] Tab: Books (Books, Members)
      [2] Middlemarch (lent)
      [3] The Go-Between
      [4] The Leopard
      [5] Returns
      > quit
      """)
  }

  @Test("A damage that is reported at the return of a book is shown with the book from then on")
  func damage() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    _ = try tour.run(["desk", "book", "42"], "Lend\nGrace\n")
    _ = try tour.run(
      ["desk", "returns"], "1\nReport damage\n1 Page 3 is torn.\nSave\nTake back\n")

    let run = try tour.run(["desk", "book", "42"])

    #expect(run.lines.suffix(3) == ["Damaged: Page 3 is torn.", "On the shelf.", "[1] Lend"])
  }

  @Test("A member chosen where nothing waits for one is refused with one sentence (14)")
  func unawaitedMember() throws {
    let run = try tour.run(
      ["--echo"], "open desk chooseMember\nPasscode: 1\nLog in\nAda\nopen /\n")
    let sentence =
      "Nothing waits for the result 'borrower' here, so nothing was done. Open this screen from "
      + "the one that asks for it."
    #expect(run.errors == "" && run.lines.filter { $0 == sentence }.count == 1, "\(run)")
    #expect(run.status == 1)
  }

  @Test("Closing the sheet lends nothing")
  func cancelled() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")

    let run = try tour.run(["desk", "book", "42"], "Lend\nback\n")

    #expect(run.lines.suffix(2) == ["On the shelf.", "[1] Lend"])
  }
}
