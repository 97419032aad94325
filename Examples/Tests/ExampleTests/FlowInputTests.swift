import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The input of a flow that a program runs", .waitsForPrograms)
struct FlowInputTests {
  private let probe = Program.built("terminal-probe")

  @Test("The lines come from the caller, from a descriptor or from a file")
  func sources() throws {
    let folder = TemporaryFolder()
    let file = "\(folder.path)/answers"
    try folder.write("Seven\n", to: "answers")
    for (words, input) in [(["lines"], ""), ([], "Seven\n"), ([file], "")] {
      let run = try probe.run(["flow"] + words, input: input)
      #expect(run.output == "7\n" && run.status == 0, "\(words): \(run.errors)")
    }
  }

  @Test("A file that is missing is named, and the status is 65")
  func missing() throws {
    let run = try probe.run(["flow", "/nowhere"])
    #expect(run.output == "none\n" && run.status == 65)
    #expect(run.errors.contains("Could not open '/nowhere': No such file or directory."))
  }
}
