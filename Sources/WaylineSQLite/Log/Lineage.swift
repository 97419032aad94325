import FoundationEssentials
import WaylineStorage

/// The name of the states that one log makes of a database, and the name of the state before them.
///
/// A row of the table holds it, and the first commit of each log renews it. So a log has in its pages
/// which state it continues, and a database into which the log is moved has it too: whether the two
/// belong together is a matter of their content. The key of the row is the smallest that there is, so
/// that the row is the first of its table, and can be found in the bytes of pages without SQLite.
struct Lineage: Hashable {
  /// The name of the state that the log continues; 0 if that has none.
  let base: UInt64
  /// The name of the states from the first commit of the log on; 0 if they have none.
  let token: UInt64

  /// The lineage of a database that was last written by a version without lineages.
  static let none = Lineage(base: 0, token: 0)

  /// The lineage of a new log, or of a new database.
  init(continuing base: UInt64) {
    self.init(base: base, token: .random(in: 1 ... .max))
  }

  init(base: UInt64, token: UInt64) {
    (self.base, self.token) = (base, token)
  }
}

extension Lineage {
  /// The key of the row; no value can have it.
  static let key = StoreKey("", in: "")

  private static let magic = UInt64(littleEndian: 0x6567_6165_6e69_6c01)
  static let size = 24

  /// The row's value.
  var value: StoredValue {
    var bytes = Data()
    for word in [Self.magic, base, token] {
      withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return StoredValue(bytes, kind: .data)
  }

  /// The lineage in a row; nil if the row holds something else.
  init?(_ value: StoredValue) {
    guard value.bytes.count == Self.size else { return nil }
    let words = value.bytes.withUnsafeBytes { bytes in
      (0..<3).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
    guard words[0] == Self.magic else { return nil }
    self.init(base: words[1], token: words[2])
  }
}

extension StoreKey {
  /// True for the key of the lineage.
  var isOfLineage: Bool { name.isEmpty && namespace.isEmpty }
}

// MARK: - Pages

/// The lineage of a database without its log, as the bytes of the file have it.
enum FileLineage: Hashable {
  /// The row of the file.
  case row(Lineage)
  /// The first row of the table is another one, or there is none.
  case absent
  /// The pages are not those of a table, or were changed while they were read.
  case unreadable
  /// The file has no pages.
  case empty

  /// The lineage of the row, if there is one.
  var row: Lineage? {
    if case .row(let lineage) = self { lineage } else { nil }
  }

  /// Finds the row in the file.
  ///
  /// - Parameter read: returns bytes from a position on, fewer at the end.
  /// - Complexity: O(depth of the table): one page for each level.
  init<Failure: Error>(
    _ read: (_ position: Int, _ count: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let beginning = try read(0, DatabaseHeader.count)
    if beginning.isEmpty {
      self = .empty
      return
    }
    self = .unreadable
    guard let pageSize = DatabaseHeader(beginning[...])?.pageSize, pageSize >= 512 else { return }
    // SQLite gives the first table the second page, and VACUUM does too.
    var number = 2
    for _ in 0..<Self.depthLimit {
      let page = try read((number - 1) * pageSize, pageSize)
      guard page.count == pageSize else { return }
      let found = page.withUnsafeBytes { TablePage($0) }
      switch found {
      case .leaf(let lineage): self = lineage.map { .row($0) } ?? .absent
      case .branch(let child) where child > 1: number = child
      default: return
      }
      if case .leaf = found { return }
    }
  }

  /// SQLite's own limit for the depth of a table.
  private static let depthLimit = 20
}

/// The beginning of a page of the table.
///
/// Source: SQLite's "Database File Format", sections 1.6 and 2.
enum TablePage {
  /// A page with rows, the first of which holds a lineage or does not.
  case leaf(Lineage?)
  /// A page with the numbers of others, and that of the first one.
  case branch(Int)
  /// A page of another kind.
  case other

  init(_ page: UnsafeRawBufferPointer) {
    self = .other
    guard page.count >= 512 else { return }
    let count = Self.word(page, at: 3)
    switch page[0] {
    case 10: self = .leaf(count == 0 ? nil : Self.lineage(in: page, at: Self.word(page, at: 8)))
    case 2:
      let child = count == 0 ? 8 : Self.word(page, at: 12)
      guard child >= 8, child + 4 <= page.count else { return }
      self = .branch(Self.word(page, at: child) << 16 | Self.word(page, at: child + 2))
    default: return
    }
  }

  private static func word(_ page: UnsafeRawBufferPointer, at offset: Int) -> Int {
    Int(page[offset]) << 8 | Int(page[offset + 1])
  }

  /// The lineage in the row at an offset; nil if it is the row of a value, or not intact.
  ///
  /// The row is short, so each of its numbers is one byte: its size, the size of its header, and the
  /// types of its seven columns, of which the first two are empty texts and the fifth has 24 bytes.
  private static func lineage(in page: UnsafeRawBufferPointer, at offset: Int) -> Lineage? {
    guard offset >= 8, offset + 9 < page.count else { return nil }
    let (size, start) = (Int(page[offset]), offset + 1)
    guard size < 128, start + size <= page.count, page[start] == 8 else { return nil }
    let types = page[start + 1..<start + 8].map { $0 }
    let (emptyText, bytes) = (UInt8(13), UInt8(12 + 2 * Lineage.size))
    guard types[0] == emptyText, types[1] == emptyText, types[4] == bytes else { return nil }
    let position = start + 8 + integerSize(types[2]) + integerSize(types[3])
    let end = position + Lineage.size
    guard end + integerSize(types[5]) <= start + size else { return nil }
    let value = StoredValue(Data(page[position..<end]), kind: .data)
    let checksum = Checksum.of(value, Lineage.key)
    guard integerSize(types[5]) == 8 else {
      // A checksum of fewer bytes is one in 65,536: the magic number has to do.
      return Lineage(value)
    }
    let stored = Int64(bigEndian: page.loadUnaligned(fromByteOffset: end, as: Int64.self))
    return stored == checksum ? Lineage(value) : nil
  }

  /// The bytes of an integer by the type of its column.
  private static func integerSize(_ type: UInt8) -> Int {
    switch type {
    case 1...4: Int(type)
    case 5: 6
    case 6: 8
    default: 0
    }
  }
}
