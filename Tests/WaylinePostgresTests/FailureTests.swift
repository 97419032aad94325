import Testing
import WaylineStorage

@testable import WaylinePostgres

@Suite("Faults of a server")
struct FailureTests {
  private static let store = "postgres:service=desk"

  @Test(
    "A code of the server has one error of the store",
    arguments: [
      ("40001", .busy(store: store, milliseconds: 2000)),
      ("40P01", .busy(store: store, milliseconds: 2000)),
      ("55P03", .busy(store: store, milliseconds: 2000)),
      ("57014", .busy(store: store, milliseconds: 2000)),
      ("53300", .busy(store: store, milliseconds: 0)),
      ("53100", .full(store: store)),
      ("25006", .readOnly(store: store)),
      ("28P01", .accessDenied(store: store, reason: "no")),
      ("28000", .accessDenied(store: store, reason: "no")),
      ("42501", .accessDenied(store: store, reason: "no")),
      ("3D000", .accessDenied(store: store, reason: "no")),
      ("57P01", .unreachable(store: store, reason: "no")),
      ("57P03", .unreachable(store: store, reason: "no")),
      ("25P03", .unreachable(store: store, reason: "no")),
      ("XX000", .server(store: store, operation: "write", state: "XX000", message: "no")),
    ] as [(String, StoreError)])
  func codes(state: String, error: StoreError) {
    #expect(
      ServerFault.refused(state: state, message: "no").error(of: Self.store, "write") == error)
  }

  @Test(
    "The message of a connection that was not made has its reason, and no code",
    arguments: [
      (
        "connection to server on socket \"/s\" failed: FATAL:  28P01: password authentication failed",
        .accessDenied(
          store: store,
          reason: "connection to server on socket \"/s\" failed: password authentication failed")
      ),
      (
        "connection to server on socket \"/s\" failed: FATAL:  53300: sorry, too many clients already",
        .busy(store: store, milliseconds: 0)
      ),
      (
        "connection to server at \"db1\", port 5432 failed: session is read-only",
        .readOnly(store: store)
      ),
      (
        "connection to server at \"db1\", port 5432 failed: server does not support SSL, but SSL was required",
        .accessDenied(
          store: store,
          reason: "connection to server at \"db1\", port 5432 failed: "
            + "server does not support SSL, but SSL was required")
      ),
      (
        "definition of service \"desk\" not found",
        .wrongAddress(store, reason: "definition of service \"desk\" not found")
      ),
      (
        "connection to server at \"db1\", port 5432 failed: Connection refused",
        .unreachable(
          store: store,
          reason: "connection to server at \"db1\", port 5432 failed: Connection refused")
      ),
    ] as [(String, StoreError)])
  func messages(text: String, error: StoreError) {
    #expect(ConnectionFailure(text, needsPassword: false).error(of: Self.store) == error)
  }

  @Test("A server that wants a password which nobody has refuses access")
  func needsPassword() {
    let failure = ConnectionFailure("fe_sendauth: no password supplied", needsPassword: true)
    #expect(
      failure.error(of: Self.store)
        == .accessDenied(store: Self.store, reason: "fe_sendauth: no password supplied"))
  }
}
