import CWaylineSQLite
import Glibc

/// SQLite's view of the file system, with one fault in it.
///
/// The functions of the usual one are called through; those of a plan go wrong at their number.
enum FaultySystem {
  typealias File = UnsafeMutablePointer<sqlite3_file>
  typealias Methods = UnsafePointer<sqlite3_io_methods>

  // Proof of all four: the probe uses SQLite on one thread, and installs the system before.
  nonisolated(unsafe) private static var plan = FaultPlan([])
  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private(set) static var hasFailed = false
  nonisolated(unsafe) private static var originals: [Methods: Methods] = [:]
  // Proof: found once, before anything else, and never written by us.
  nonisolated(unsafe) private static let usual = sqlite3_vfs_find(nil)

  /// Has every database that is opened from now on go through the plan.
  static func install(_ plan: FaultPlan) {
    self.plan = plan
    VolatileDisk.isOn = plan.losesPower
    guard let usual else { return }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: usual.pointee)
    system.pointee.zName = UnsafePointer(strdup("faulty"))
    system.pointee.xOpen = { _, name, file, flags, out in
      FaultySystem.open(name, file, flags, out)
    }
    system.pointee.xDelete = { _, name, sync in
      FaultySystem.code(of: .delete) {} ?? FaultySystem.delete(name, sync)
    }
    sqlite3_vfs_register(system, 1)
  }

  private static func delete(_ name: UnsafePointer<CChar>?, _ sync: Int32) -> Int32 {
    VolatileDisk.deleted(name)
    return usual?.pointee.xDelete(usual, name, sync) ?? SQLITE_IOERR
  }

  private static func open(
    _ name: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
    _ out: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    if let code = code(of: .open, { file?.pointee.pMethods = nil }) {
      file?.pointee.pMethods = nil
      return code == SQLITE_FULL ? code : SQLITE_CANTOPEN
    }
    let code = usual?.pointee.xOpen(usual, name, file, flags, out) ?? SQLITE_ERROR
    if let file, let methods = file.pointee.pMethods {
      file.pointee.pMethods = patched(methods)
    }
    VolatileDisk.opened(file, name)
    return code
  }

  /// The same methods, with those that change something going through the plan.
  private static func patched(_ methods: Methods) -> Methods {
    if let known = originals.first(where: { $0.value == methods })?.key { return known }
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    copy.initialize(to: methods.pointee)
    copy.pointee.xWrite = { file, bytes, count, offset in
      FaultySystem.write(file, bytes, count, offset)
    }
    copy.pointee.xSync = { file, flags in FaultySystem.synchronise(file, flags) }
    copy.pointee.xTruncate = { file, size in FaultySystem.truncate(file, size) }
    originals[copy] = methods
    return Methods(copy)
  }

  /// A write that goes wrong has written its first half.
  private static func write(
    _ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64
  ) -> Int32 {
    let methods = original(file)
    VolatileDisk.willChange(file, methods, from: offset, to: offset + Int64(count))
    return code(of: .write) { _ = methods.xWrite(file, bytes, count / 2, offset) }
      ?? methods.xWrite(file, bytes, count, offset)
  }

  private static func synchronise(_ file: File?, _ flags: Int32) -> Int32 {
    if let code = code(of: .sync, {}) { return code }
    defer { VolatileDisk.synchronised(file) }
    return original(file).xSync(file, flags)
  }

  private static func truncate(_ file: File?, _ size: sqlite3_int64) -> Int32 {
    let methods = original(file)
    VolatileDisk.willChange(file, methods, from: size, to: nil)
    return code(of: .truncate) {} ?? methods.xTruncate(file, size)
  }

  private static func original(_ file: File?) -> sqlite3_io_methods {
    // SQLite calls methods of files that `open` has patched, and of no others.
    originals[file!.pointee.pMethods]!.pointee
  }

  /// Counts an operation; its error if it is the one that goes wrong.
  private static func code(of operation: FaultPlan.Operation, _ half: () -> Void) -> Int32? {
    guard operation == plan.operation else { return nil }
    count += 1
    guard count == plan.number || plan.action == .fill && count > plan.number else { return nil }
    hasFailed = true
    half()
    switch plan.action {
    case .kill, .cut, .tear:
      if plan.losesPower { VolatileDisk.losePower(seed: plan.action == .tear ? plan.number : nil) }
      kill(getpid(), SIGKILL)
      return SQLITE_ABORT
    // SQLITE_IOERR_FSYNC and SQLITE_IOERR_WRITE, which Swift does not import.
    case .fail: return SQLITE_IOERR | (operation == .sync ? 4 : 3) << 8
    case .full, .fill: return SQLITE_FULL
    }
  }
}
