import FoundationEssentials

/// A value for a place in a statement, in the binary form of the server.
enum Parameter {
  /// A number, as `bigint`.
  case integer(Int64)
  /// A number of a transaction, as `xid8`.
  case transaction(Int64)
  /// Bytes, as `bytea`.
  case bytes(Data)
  /// The UTF-8 of a text, as `bytea`: a text of the server has no NUL.
  case name(String)
  /// A text without NUL.
  case text(String)
  /// Several byte strings, as `bytea[]`.
  case names([String])
  /// Several byte strings that are no texts, as `bytea[]`.
  case blobs([Data])
  /// Several numbers, as `bigint[]`.
  case integers([Int64])

  /// The number of the type in the system catalog of the server, which never changes.
  var type: UInt32 {
    switch self {
    case .integer: 20
    case .transaction: 5069
    case .bytes, .name: 17
    case .text: 25
    case .names, .blobs: 1001
    case .integers: 1016
    }
  }
}

extension Parameter {
  /// The number of bytes in the form of the server.
  fileprivate var count: Int {
    switch self {
    case .integer, .transaction: 8
    case .bytes(let data): data.count
    case .name(let text), .text(let text): text.utf8.count
    case .names(let texts): texts.reduce(Writer.headCount) { $0 + 4 + $1.utf8.count }
    case .blobs(let blobs): blobs.reduce(Writer.headCount) { $0 + 4 + $1.count }
    case .integers(let numbers): Writer.headCount + 12 * numbers.count
    }
  }

  /// Writes the form of the server, which has ``count`` bytes.
  fileprivate func write(to writer: inout Writer) {
    switch self {
    case .integer(let number), .transaction(let number): writer.write(number)
    case .bytes(let data): writer.write(data)
    case .name(let text), .text(let text): writer.write(text)
    case .names(let texts):
      writer.writeHead(of: 17, count: texts.count)
      for text in texts {
        writer.write(Int32(text.utf8.count))
        writer.write(text)
      }
    case .blobs(let blobs):
      writer.writeHead(of: 17, count: blobs.count)
      for blob in blobs {
        writer.write(Int32(blob.count))
        writer.write(blob)
      }
    case .integers(let numbers):
      writer.writeHead(of: 20, count: numbers.count)
      for number in numbers {
        writer.write(Int32(8))
        writer.write(number)
      }
    }
  }
}

/// Writes into memory that has room for what is written.
private struct Writer {
  /// The bytes of the head of an array.
  static let headCount = 20
  private(set) var rest: UnsafeMutableRawBufferPointer

  init(_ memory: UnsafeMutableRawBufferPointer) { rest = memory }

  mutating func write(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { rest.copyMemory(from: $0) }
    advance(by: number.bitWidth / 8)
  }

  mutating func write(_ data: Data) {
    data.withUnsafeBytes { rest.copyMemory(from: $0) }
    advance(by: data.count)
  }

  mutating func write(_ text: String) {
    var text = text
    let count = text.withUTF8 {
      rest.copyMemory(from: UnsafeRawBufferPointer($0))
      return $0.count
    }
    advance(by: count)
  }

  /// Writes the head of an array: its dimensions, no NULL, the type of its elements, its size, the first index.
  mutating func writeHead(of type: Int32, count: Int) {
    for number in [1, 0, type, Int32(count), 1] { write(number) }
  }

  private mutating func advance(by count: Int) {
    rest = UnsafeMutableRawBufferPointer(
      start: rest.baseAddress.map { $0 + count }, count: rest.count - count)
  }
}

extension [Parameter] {
  /// The types of the places, for a statement that is prepared or sent once.
  var types: [UInt32] { map(\.type) }

  /// Calls `body` with the arrays that libpq takes: addresses, lengths, and forms, all binary.
  func withArrays<Result>(
    _ body: (Int32, Libpq.Texts?, Libpq.Numbers?, Libpq.Numbers?) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Libpq.Text?.self, capacity: count) { addresses in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
        // The address of an empty value must not be that of none, which is NULL.
        var size = 1
        for place in indices {
          let count = self[place].count
          numbers.initializeElement(at: place, to: Int32(count))
          numbers.initializeElement(at: self.count + place, to: 1)
          size += count
        }
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { bytes in
          var writer = Writer(bytes)
          for place in indices {
            let address = writer.rest.baseAddress?.assumingMemoryBound(to: CChar.self)
            addresses.initializeElement(at: place, to: UnsafePointer(address))
            self[place].write(to: &writer)
          }
          let (lengths, forms) = (numbers.baseAddress, numbers.baseAddress.map { $0 + count })
          return body(Int32(count), addresses.baseAddress, lengths, forms)
        }
      }
    }
  }
}
