import Foundation
import Wayline

/// A flow that asks for a number and returns it.
struct PlantedFlow: Coordinator {
  func start() -> some View { NumberView() }

  private struct NumberView: View {
    @Environment(\.finish) private var finish
    @State private var number = 0

    var body: some View {
      TextField("Number", value: $number)
      Button("Done") { finish(number) }
    }
  }

  /// Runs 500 flows one after the other, each with its own lines.
  @MainActor
  static func runMany(overPipes: Bool) async {
    let lines = ["Number: 5", "Done"]
    for _ in 0..<500 {
      let flow = Flow(PlantedFlow(), returning: Int.self)
      if overPipes {
        let (input, output) = (Pipe(), FileHandle(forWritingAtPath: "/dev/null"))
        input.fileHandleForWriting.write(Data(lines.map { "\($0)\n" }.joined().utf8))
        try? input.fileHandleForWriting.close()
        _ = await flow.run(
          input: input.fileHandleForReading.fileDescriptor, output: output?.fileDescriptor ?? -1)
      } else {
        _ = await flow.run(lines: lines)
      }
    }
  }

  /// The resident memory of this process.
  static var residentKilobytes: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }
}
