import CWaylineCrypto
import Glibc
import Testing
import WaylineTestThreads

@testable import Wayline
@testable import WaylineFlows

private struct DeskApp: App {
  var body: some Scene {
    WindowGroup { Text("On the shelf.") }
  }
}

private func say(_ sentence: String) {
  _ = "\(sentence)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

@Suite("The end of a program", .waitsForPrograms)
struct EndingTests {
  @Test("Streams are flushed and exit handlers run, but threads that still work keep libcrypto")
  func ending() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let status = await MainActor.run { Launch<DeskApp>.run(["--version"]) }
      // What a library does that needs libcrypto and leaves its end to it.
      OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil)
      OPENSSL_atexit { say("libcrypto has ended") }
      atexit { say("an exit handler") }
      exit(status.rawValue)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("desk 1.0\n"), "\(output)")
    #expect(errors.contains("an exit handler\n"), "\(errors)")
    #expect(!errors.contains("libcrypto has ended"))
  }
}
