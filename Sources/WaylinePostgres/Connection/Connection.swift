import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// A statement that is put together when it is used first, and retained, so that it is prepared once in a connection.
final class Statement: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A statement with its values.
struct Query {
  private enum Form {
    case literal(StaticString)
    case retained(Statement)
    case plain(String)
  }

  private let form: Form
  let parameters: [Parameter]

  /// Creates a statement; `$1` stands for the first value.
  init(_ sql: StaticString, _ values: Parameter...) {
    self.init(sql, values)
  }

  /// Creates a statement with an array of values.
  init(_ sql: StaticString, _ values: [Parameter]) {
    (form, parameters) = (.literal(sql), values)
  }

  /// Creates a statement that is put together of parts.
  init(_ statement: Statement, _ values: [Parameter]) {
    (form, parameters) = (.retained(statement), values)
  }

  /// Creates a statement that runs once, such as one that takes no values.
  init(plain: String) {
    (form, parameters) = (.plain(plain), [])
  }

  var text: String {
    switch form {
    case .literal(let sql): sql.description
    case .retained(let statement): statement.text
    case .plain(let text): text
    }
  }

  /// The address by which the prepared statement is found, that of a constant; nil for one that is not prepared.
  var key: UnsafeRawPointer? {
    switch form {
    case .literal(let sql): UnsafeRawPointer(sql.utf8Start)
    case .retained(let statement): UnsafeRawPointer(Unmanaged.passUnretained(statement).toOpaque())
    case .plain: nil
    }
  }
}

/// An open connection to a server, with its prepared statements.
///
/// Statements are sent in a batch (the pipeline mode of libpq), so that a batch costs one round trip. Not
/// safe to share between threads.
final class Connection {
  private let library: Libpq
  private let handle: Libpq.Handle
  /// The descriptor of its socket.
  let descriptor: FileDescriptor
  /// False after a connection whose server did not have what was prepared.
  private let mayPrepare: Bool
  /// True once it is known that the server itself is at the other end, and no pooler, which changes its connections.
  private var usesPrepared = false
  /// By the keys of the queries. There are a dozen at most.
  private var prepared: [UnsafeRawPointer: String] = [:]
  /// The number of statements that were prepared, also in vain.
  private var preparedCount = 0
  /// The results that the server has yet to send, in their order.
  private var expected: [Expected] = []
  /// True after a fault that leaves the connection unusable.
  private(set) var isLost = false
  /// The server in a sentence about a wait.
  private let server: String
  /// The call that runs now, or ran last.
  private var call: ForegroundWait

  private enum Expected {
    /// A statement was prepared, for such rows.
    case prepared(UnsafeRawPointer, isAwaited: Bool)
    /// The rows of a statement; of one whose result nobody awaits, false.
    case rows(isAwaited: Bool)
    /// The end of a batch.
    case end
  }

  /// Takes over an open connection.
  ///
  /// - Parameters:
  ///   - server: the server in a sentence about a wait.
  ///   - usesPrepared: whether statements may be prepared, where the server's session stays the same.
  init(
    _ handle: Libpq.Handle, _ library: Libpq, server: String, usesPrepared: Bool
  ) throws(ServerFault) {
    (self.handle, self.library, mayPrepare) = (handle, library, usesPrepared)
    (self.server, call) = (server, ForegroundWait(for: server))
    descriptor = FileDescriptor(borrowing: library.socket(handle))
    guard library.setNonblocking(handle, 1) == 0, library.enterPipelineMode(handle) == 1 else {
      throw .lost(message)
    }
  }

  deinit { library.finish(handle) }

  private var message: String { library.message(of: handle) }

  /// True if the server itself is at the other end, and no pooler, which gives a number of its own to the connection.
  ///
  /// - Parameter backend: the number that the server has given to the process of the connection.
  func isDirect(to backend: Int64) -> Bool { Int64(library.backendPID(handle)) == backend }

  /// Prepares statements from now on.
  func beginPreparing() { usesPrepared = mayPrepare }
}

// MARK: - Batches

extension Connection {
  /// Runs statements in one batch, and returns the rows of each.
  ///
  /// Without `BEGIN` a batch is one transaction. After a statement that fails, no further one of it runs.
  /// - Parameter then: a statement that runs afterwards as a transaction of its own, whose result nobody awaits.
  func run(_ queries: [Query], then: Query? = nil) throws(ServerFault) -> [Answer] {
    call = ForegroundWait(for: server)
    for query in queries { try send(query, isAwaited: true) }
    try endBatch()
    if let then { try sendUnawaited(then) }
    return try answers(to: queries.count)
  }

  /// Runs one statement.
  func run(_ query: Query, then: Query? = nil) throws(ServerFault) -> Answer {
    guard let answer = try run([query], then: then).first else { throw lose("no result") }
    return answer
  }

  /// Sends a statement as a transaction of its own, whose result nobody awaits.
  func post(_ query: Query) throws(ServerFault) {
    call = ForegroundWait(for: server)
    try sendUnawaited(query)
  }

  private func sendUnawaited(_ query: Query) throws(ServerFault) {
    try send(query, isAwaited: false)
    try endBatch()
  }

  private func send(_ query: Query, isAwaited: Bool) throws(ServerFault) {
    let key = usesPrepared ? query.key : nil
    let isSent = key.map { sendPrepared(query, $0, isAwaited: isAwaited) } ?? sendPlain(query)
    guard isSent else { throw lose(message) }
    expected.append(.rows(isAwaited: isAwaited))
  }

  private func sendPlain(_ query: Query) -> Bool {
    query.text.withCString { sql in
      query.parameters.types.withUnsafeBufferPointer { types in
        query.parameters.withArrays { count, values, lengths, forms in
          library.sendQueryParams(
            handle, sql, count, types.baseAddress, values, lengths, forms, 1) == 1
        }
      }
    }
  }

  private func sendPrepared(_ query: Query, _ key: UnsafeRawPointer, isAwaited: Bool) -> Bool {
    let known = prepared[key]
    let name = known ?? "wayline_\(preparedCount)"
    if known == nil {
      let isSent = query.text.withCString { sql in
        query.parameters.types.withUnsafeBufferPointer { types in
          library.sendPrepare(handle, name, sql, Int32(types.count), types.baseAddress) == 1
        }
      }
      guard isSent else { return false }
      prepared[key] = name
      preparedCount += 1
      expected.append(.prepared(key, isAwaited: isAwaited))
    }
    return query.parameters.withArrays { count, values, lengths, forms in
      library.sendQueryPrepared(handle, name, count, values, lengths, forms, 1) == 1
    }
  }

  private func endBatch() throws(ServerFault) {
    guard library.pipelineSync(handle) == 1 else { throw lose(message) }
    expected.append(.end)
    try flush()
  }

  /// Sends what is waiting; reads meanwhile, so that neither side waits for the other.
  private func flush() throws(ServerFault) {
    while true {
      switch library.flush(handle) {
      case 0: return
      case 1:
        var list = PollList()
        list.append(descriptor.number, .writable)
        list.append(descriptor.number, .readable)
        try wait(&list)
        if list.isReady(at: 1) { try consume() }
      default: throw lose(message)
      }
    }
  }
}

// MARK: - Results

extension Connection {
  /// Reads results until those of the statements are there, and their batch has ended.
  private func answers(to count: Int) throws(ServerFault) -> [Answer] {
    var answers: [Answer] = []
    var fault: ServerFault?
    var isDone = false
    while !isDone {
      let next = expected.removeFirst()
      guard let result = try nextResult() else { throw lose("no result") }
      let answer = Answer(result, library)
      switch next {
      case .end: isDone = answers.count == count || fault != nil
      case .prepared(let key, let isAwaited):
        try endOfResult()
        guard let failure = failure(of: result) else { continue }
        prepared[key] = nil
        if isAwaited { fault = fault ?? failure }
      case .rows(let isAwaited):
        try endOfResult()
        let failure = failure(of: result)
        guard isAwaited else { continue }
        if let failure { fault = fault ?? failure } else { answers.append(answer) }
      }
    }
    guard let fault else { return answers }
    if fault.endsConnection { isLost = true }
    throw fault
  }

  /// The fault of a result; nil for rows, and for one that did not run because an earlier one failed.
  private func failure(of result: Libpq.Handle) -> ServerFault? {
    let status = library.resultStatus(result)
    if status == Libpq.Code.commandOK || status == Libpq.Code.tuplesOK { return nil }
    func field(_ field: Int32) -> String? {
      library.resultErrorField(result, field).map { String(cString: $0) }
    }
    guard let state = field(Libpq.Code.stateField) else {
      if status == Libpq.Code.pipelineAborted {
        return .refused(state: "25P02", message: "an earlier statement failed")
      }
      isLost = true
      return .lost(message)
    }
    let parts = [field(Libpq.Code.messageField), field(Libpq.Code.detailField)]
    return .refused(state: state, message: parts.compactMap(\.self).joined(separator: ": "))
  }

  /// A result ends with none.
  private func endOfResult() throws(ServerFault) {
    while let further = try nextResult() { library.clear(further) }
  }

  private func nextResult() throws(ServerFault) -> Libpq.Handle? {
    while library.isBusy(handle) == 1 {
      var list = PollList()
      list.append(descriptor.number, .readable)
      try wait(&list)
      try consume()
    }
    return library.getResult(handle)
  }

  private func wait(_ list: inout PollList) throws(ServerFault) {
    switch call.untilReady(&list, until: SystemClock.uptime() + Patience.answer) {
    case .ready: return
    case .timeOver: throw lose("no answer for \(Patience.answer.components.seconds) s")
    case .left:
      isLost = true
      throw .left
    }
  }

  private func consume() throws(ServerFault) {
    guard library.consumeInput(handle) == 1 else { throw lose(message) }
  }

  private func lose(_ reason: String) -> ServerFault {
    isLost = true
    return .lost(reason)
  }
}

// MARK: - Notifications

extension Connection {
  /// Reads the notifications that have arrived, without waiting; their texts.
  func takeNotifications() throws(ServerFault) -> [String] {
    try consume()
    var texts: [String] = []
    while let notification = library.notifies(handle) {
      // NB: the first fields of `PGnotify`: the name of the channel, the number of the sender, the text.
      let offset = 2 * MemoryLayout<UnsafeRawPointer>.stride
      let text = notification.load(fromByteOffset: offset, as: Libpq.Text?.self)
      texts.append(text.map { String(cString: $0) } ?? "")
      library.freeMemory(notification)
    }
    return texts
  }
}

extension Libpq {
  /// The last message of a connection in one line, without the places in the sources of the server.
  func message(of handle: Handle?) -> String {
    let text = errorMessage(handle).map { String(cString: $0) } ?? ""
    let lines = text.split(separator: "\n").filter {
      // Advice for a server of one's own is indented.
      !$0.hasPrefix("LOCATION:") && !$0.hasPrefix("\t")
    }
    return lines.isEmpty ? "the connection was lost" : lines.joined(separator: "; ")
  }
}
