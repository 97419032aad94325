/// The content of a write-ahead log, read without SQLite.
///
/// SQLite uses the frames up to the last commit before the first one whose checksum does not match, and
/// discards the rest without a word. Source: SQLite's "WAL-mode File Format".
struct WriteAheadLog {
  /// The number that distinguishes the log from earlier ones in the same file; nil without frames.
  ///
  /// If the header is damaged it is that of the first frame.
  private(set) var salts: UInt64?
  /// The number of frames that SQLite uses: up to the last commit before the first broken frame.
  private(set) var usedFrames = 0
  /// The number of frames behind them, up to the last commit that is intact.
  ///
  /// They may be lost, or left by a process that was killed while it committed: ``LogNote`` decides.
  private(set) var framesBehind = 0
  /// The lineages in intact frames, in their order.
  private(set) var lineages: [Lineage] = []
  /// The bytes of a page.
  private(set) var pageSize = 0
  private let bytes: [UInt8]

  /// Reads a log.
  ///
  /// - Complexity: O(n) in the size of the log; about 0.2 ms for one of 256 kB.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBytes { read($0) }
  }

  static let headerSize = 32
  private static let frameHeaderSize = 24

  private var frameSize: Int { Self.frameHeaderSize + pageSize }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > Self.headerSize else { return }
    let words = BigEndianWords(bytes: bytes)
    var header = LogHeader(words)
    guard let size = header.pageSize ?? Self.pageSize(of: words) else { return }
    pageSize = size
    guard bytes.count >= Self.headerSize + frameSize else { return }
    if !header.isIntact { header.salts = words.long(Self.headerSize + 8) }
    salts = header.salts
    readFrames(words, header)
  }

  private mutating func readFrames(_ words: BigEndianWords, _ header: LogHeader) {
    var isUnbroken = header.isIntact
    // The checksum that a frame has, and the one that it should have: either may be the damaged one.
    var seeds = (stored: words.long(24), computed: words.long(24))
    var (frame, start) = (0, Self.headerSize)
    while start + frameSize <= words.bytes.count {
      let stored = words.long(start + 16)
      let isOfLog = words.long(start + 8) == header.salts && words[start] > 0
      let computed = sum(of: words, at: start, header, after: seeds.stored)
      let isIntact =
        isOfLog
        && (stored == computed
          || seeds.computed != seeds.stored
            && stored == sum(of: words, at: start, header, after: seeds.computed))
      seeds = (stored, computed)
      isUnbroken = isUnbroken && isIntact
      (frame, start) = (frame + 1, start + frameSize)
      guard isIntact else { continue }
      note(words.bytes[start - pageSize..<start])
      guard words[start - frameSize + 4] > 0 else { continue }
      if isUnbroken { usedFrames = frame } else { framesBehind = frame - usedFrames }
    }
  }

  private func sum(
    of words: BigEndianWords, at start: Int, _ header: LogHeader, after seed: UInt64
  ) -> UInt64 {
    var sum = LogChecksum(isBigEndian: header.isBigEndian, value: seed)
    sum.add(words.bytes[start..<start + 8])
    sum.add(words.bytes[start + Self.frameHeaderSize..<start + frameSize])
    return sum.value
  }

  private mutating func note(_ page: Slice<UnsafeRawBufferPointer>) {
    guard case .leaf(let lineage?) = TablePage(UnsafeRawBufferPointer(rebasing: page)) else {
      return
    }
    if lineages.last != lineage { lineages.append(lineage) }
  }

  /// The size of a page by the distance of the first two frames of equal salts; for a damaged header.
  private static func pageSize(of words: BigEndianWords) -> Int? {
    let sizes = (9...16).map { 1 << $0 }
    return sizes.first { size in
      let second = headerSize + frameHeaderSize + size
      guard second + frameHeaderSize <= words.bytes.count else {
        return headerSize + frameHeaderSize + size == words.bytes.count
      }
      return words.long(second + 8) == words.long(headerSize + 8)
    }
  }
}

extension WriteAheadLog {
  /// True if the file has a page as a frame that SQLite uses has it: the log was being moved into it.
  ///
  /// - Parameter read: returns bytes of the file from a position on.
  func sharesPage<Failure: Error>(
    with read: (_ position: Int, _ count: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    for frame in 0..<usedFrames {
      let start = Self.headerSize + frame * frameSize
      let number = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let page = bytes[start + Self.frameHeaderSize..<start + frameSize]
      if try read((number - 1) * pageSize, pageSize)[...] == page { return true }
    }
    return false
  }
}

/// The header of a log.
struct LogHeader {
  /// The number that distinguishes the log from earlier ones in the same file.
  var salts: UInt64
  /// True if its checksum matches.
  let isIntact: Bool
  /// The order of the bytes of which its checksums are made.
  let isBigEndian: Bool
  /// The size of a page; nil if it is none.
  let pageSize: Int?

  init(_ words: BigEndianWords) {
    isBigEndian = words[0] & 1 == 1
    var sum = LogChecksum(isBigEndian: isBigEndian, value: 0)
    sum.add(words.bytes[..<24])
    isIntact = words[0] | 1 == 0x377f_0683 && sum.value == words.long(24)
    salts = words.long(16)
    let size = Int(words[8])
    pageSize = (9...16).contains { size == 1 << $0 } ? size : nil
  }
}

/// The checksum of a log: two sums over pairs of words, one in each half of the value.
struct LogChecksum {
  private let isBigEndian: Bool
  private var first: UInt32
  private var second: UInt32

  init(isBigEndian: Bool, value: UInt64) {
    self.isBigEndian = isBigEndian
    (first, second) = (UInt32(value >> 32), UInt32(truncatingIfNeeded: value))
  }

  var value: UInt64 { UInt64(first) << 32 | UInt64(second) }

  mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      let pair = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      let (low, high) = (UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair >> 32))
      first = first &+ (isBigEndian ? low.byteSwapped : low) &+ second
      second = second &+ (isBigEndian ? high.byteSwapped : high) &+ first
    }
  }
}

/// The big-endian words of a log by their offsets.
struct BigEndianWords {
  let bytes: UnsafeRawBufferPointer

  subscript(offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Two words, the first one in the upper half.
  func long(_ offset: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
