import Foundation
import TestPrograms
import WaylineTesting

/// The compiler, with the modules of the library as a program sees them.
enum Compiler {
  /// The errors of a source file, by their lines.
  static func errors(of source: String) throws -> [(line: Int, message: String)] {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/Spellings.swift"
    try Data(source.utf8).write(to: URL(filePath: path))
    let built = URL(filePath: Program.built("tour").path).deletingLastPathComponent().path
    let maps =
      ["\(built)/CWaylineSystem.build/module.modulemap"]
      + ["CWaylineSQLite", "CWaylineCrypto"].map {
        Package.root.appending(path: "Sources/\($0)/module.modulemap").path
      }
    let run = try Program(path: "/usr/bin/env").run(
      ["swiftc", "-typecheck", "-diagnostic-style", "llvm", "-I", "\(built)/Modules"]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [path],
      environment: ProcessInfo.processInfo.environment)
    return run.errors.matches(of: /Spellings.swift:(\d+):\d+: error: (.*)/).compactMap { match in
      Int(match.1).map { ($0, String(match.2)) }
    }
  }
}
