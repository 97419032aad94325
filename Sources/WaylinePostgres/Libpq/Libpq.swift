import WaylineStorage
import WaylineSystem

/// The functions of libpq, the client library of PostgreSQL, which is loaded at its first use.
///
/// Nothing of it is needed to build or to start a program. Names and types are those of `libpq-fe.h`.
struct Libpq: Sendable {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias Numbers = UnsafePointer<Int32>

  let libVersion: @Sendable @convention(c) () -> Int32
  let connectStart: @Sendable @convention(c) (Texts?, Texts?, Int32) -> Handle?
  let connectPoll: @Sendable @convention(c) (Handle?) -> Int32
  let finish: @Sendable @convention(c) (Handle?) -> Void
  let status: @Sendable @convention(c) (Handle?) -> Int32
  let socket: @Sendable @convention(c) (Handle?) -> Int32
  let serverVersion: @Sendable @convention(c) (Handle?) -> Int32
  let backendPID: @Sendable @convention(c) (Handle?) -> Int32
  let errorMessage: @Sendable @convention(c) (Handle?) -> Text?
  let needsPassword: @Sendable @convention(c) (Handle?) -> Int32
  let setErrorVerbosity: @Sendable @convention(c) (Handle?, Int32) -> Int32
  let setNoticeProcessor:
    @Sendable @convention(c) (
      Handle?, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?,
      UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer?
  let setNonblocking: @Sendable @convention(c) (Handle?, Int32) -> Int32
  let enterPipelineMode: @Sendable @convention(c) (Handle?) -> Int32
  let pipelineSync: @Sendable @convention(c) (Handle?) -> Int32
  let sendPrepare:
    @Sendable @convention(c) (Handle?, Text?, Text?, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendQueryPrepared:
    @Sendable @convention(c) (Handle?, Text?, Int32, Texts?, Numbers?, Numbers?, Int32) -> Int32
  let sendQueryParams:
    @Sendable @convention(c) (
      Handle?, Text?, Int32, UnsafePointer<UInt32>?, Texts?, Numbers?, Numbers?, Int32
    ) -> Int32
  let flush: @Sendable @convention(c) (Handle?) -> Int32
  let consumeInput: @Sendable @convention(c) (Handle?) -> Int32
  let isBusy: @Sendable @convention(c) (Handle?) -> Int32
  let getResult: @Sendable @convention(c) (Handle?) -> Handle?
  let notifies: @Sendable @convention(c) (Handle?) -> UnsafeMutableRawPointer?
  let freeMemory: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let resultStatus: @Sendable @convention(c) (Handle?) -> Int32
  let resultErrorField: @Sendable @convention(c) (Handle?, Int32) -> Text?
  let clear: @Sendable @convention(c) (Handle?) -> Void
  let rows: @Sendable @convention(c) (Handle?) -> Int32
  let value: @Sendable @convention(c) (Handle?, Int32, Int32) -> Text?
  let length: @Sendable @convention(c) (Handle?, Int32, Int32) -> Int32
  let isNull: @Sendable @convention(c) (Handle?, Int32, Int32) -> Int32
  let affectedRows: @Sendable @convention(c) (Handle?) -> Text?
  let parseAddress:
    @Sendable @convention(c) (Text?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) ->
      UnsafeMutableRawPointer?
  let freeAddress: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
}

extension Libpq {
  /// The oldest version of libpq with pipelines.
  static let oldestVersion: Int32 = 140_000
  /// The oldest version of a server with 64-bit transaction numbers.
  static let oldestServer: Int32 = 130_000

  /// The library, loaded once a process.
  private static let loaded = SharedLibrary(["libpq.so.5", "libpq.5.dylib", "libpq.so"])
    .flatMap(Libpq.init)

  /// Returns the library.
  ///
  /// - Throws: ``StoreError/unsupportedServer(store:detail:)`` if it is missing or too old.
  static func load(for store: String) throws(StoreError) -> Libpq {
    guard let loaded else {
      throw .unsupportedServer(
        store: store,
        detail: "the client library libpq, version 14 or newer, is not installed; "
          + "on Debian: apt install libpq5")
    }
    let version = loaded.libVersion()
    guard version >= oldestVersion else {
      throw .unsupportedServer(
        store: store, detail: "libpq has version \(version / 10_000), and 14 or newer is needed")
    }
    return loaded
  }

  /// Looks each function up; nil if one is missing, as in a library before version 14.
  private init?(_ library: SharedLibrary) {
    func find<Function>(_ name: String) throws(Missing) -> Function {
      guard let function = library.function(name, as: Function.self) else { throw Missing() }
      return function
    }
    do throws(Missing) {
      libVersion = try find("PQlibVersion")
      connectStart = try find("PQconnectStartParams")
      connectPoll = try find("PQconnectPoll")
      finish = try find("PQfinish")
      status = try find("PQstatus")
      socket = try find("PQsocket")
      serverVersion = try find("PQserverVersion")
      backendPID = try find("PQbackendPID")
      errorMessage = try find("PQerrorMessage")
      needsPassword = try find("PQconnectionNeedsPassword")
      setErrorVerbosity = try find("PQsetErrorVerbosity")
      setNoticeProcessor = try find("PQsetNoticeProcessor")
      setNonblocking = try find("PQsetnonblocking")
      enterPipelineMode = try find("PQenterPipelineMode")
      pipelineSync = try find("PQpipelineSync")
      sendPrepare = try find("PQsendPrepare")
      sendQueryPrepared = try find("PQsendQueryPrepared")
      sendQueryParams = try find("PQsendQueryParams")
      flush = try find("PQflush")
      consumeInput = try find("PQconsumeInput")
      isBusy = try find("PQisBusy")
      getResult = try find("PQgetResult")
      notifies = try find("PQnotifies")
      freeMemory = try find("PQfreemem")
      resultStatus = try find("PQresultStatus")
      resultErrorField = try find("PQresultErrorField")
      clear = try find("PQclear")
      rows = try find("PQntuples")
      value = try find("PQgetvalue")
      length = try find("PQgetlength")
      isNull = try find("PQgetisnull")
      affectedRows = try find("PQcmdTuples")
      parseAddress = try find("PQconninfoParse")
      freeAddress = try find("PQconninfoFree")
    } catch {
      return nil
    }
  }

  /// A function that the library does not have.
  private struct Missing: Error {}
}

extension Libpq {
  /// Numbers of the header that are part of its binary interface.
  enum Code {
    static let connectionBad: Int32 = 1
    static let pollingReading: Int32 = 1
    static let pollingWriting: Int32 = 2
    static let pollingOK: Int32 = 3
    static let commandOK: Int32 = 1
    static let tuplesOK: Int32 = 2
    static let pipelineAborted: Int32 = 11
    static let verbose: Int32 = 2
    static let stateField = Int32(UInt8(ascii: "C"))
    static let messageField = Int32(UInt8(ascii: "M"))
    static let detailField = Int32(UInt8(ascii: "D"))
  }
}

extension Libpq {
  /// Begins to connect; later settings go before earlier ones, and `dbname` may hold several.
  func connect(_ settings: [(name: String, value: String)]) -> Handle? {
    let texts = settings.flatMap { [$0.name, $0.value] }.map { Array($0.utf8CString) }
    var addresses: [Text?] = []
    // One piece of memory, whose addresses stay valid.
    return texts.flatMap(\.self).withUnsafeBufferPointer { bytes in
      var position = 0
      for text in texts {
        addresses.append(bytes.baseAddress.map { $0 + position })
        position += text.count
      }
      let names = stride(from: 0, to: addresses.count, by: 2).map { addresses[$0] } + [nil]
      let values = stride(from: 1, to: addresses.count, by: 2).map { addresses[$0] } + [nil]
      return connectStart(names, values, 1)
    }
  }
}
