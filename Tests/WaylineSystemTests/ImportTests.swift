import Testing
import WaylineSystem

@Suite("The calls of the system")
struct ImportTests {
  private static let modules = ["Glibc", "Musl", "Darwin", "CWaylineSystem"]

  /// The folder `Sources` of the package.
  private static var sources: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources"
  }

  /// The Swift files below a folder.
  private static func files(below folder: String) throws -> [String] {
    try FileSystem.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return try FileSystem.status(of: path)?.kind == .folder ? try files(below: path) : []
    }
  }

  @Test("No other module imports the C library")
  func imports() throws {
    let files = try Self.files(below: Self.sources)
    #expect(files.count > 100)
    for path in files where !path.contains("/WaylineSystem/") {
      let bytes = try FileDescriptor.open(path, for: .reading).readAll()
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let imports = lines.filter { line in
        Self.modules.contains { line.hasSuffix("import \($0)") }
      }
      #expect(imports.isEmpty, "\(path) imports the C library; call WaylineSystem instead.")
    }
  }
}
