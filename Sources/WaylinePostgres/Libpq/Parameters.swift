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

/// The values of one statement in one piece of memory.
struct Parameters {
  private(set) var types: [UInt32] = []
  private var bytes: [UInt8] = []
  private var lengths: [Int32] = []

  /// Encodes values in their order.
  init(_ values: [Parameter]) {
    types.reserveCapacity(values.count)
    for value in values {
      let start = bytes.count
      append(value)
      types.append(value.type)
      lengths.append(Int32(bytes.count - start))
      // The address of an empty value must not be that of none.
      if bytes.count == start { bytes.append(0) }
    }
  }

  private mutating func append(_ value: Parameter) {
    switch value {
    case .integer(let number), .transaction(let number): append(number)
    case .bytes(let data): data.withUnsafeBytes { bytes.append(contentsOf: $0) }
    case .name(let text), .text(let text): bytes.append(contentsOf: text.utf8)
    case .names(let texts):
      appendArray(of: 17, count: texts.count)
      for text in texts {
        append(Int32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      }
    case .blobs(let blobs):
      appendArray(of: 17, count: blobs.count)
      for blob in blobs {
        append(Int32(blob.count))
        blob.withUnsafeBytes { bytes.append(contentsOf: $0) }
      }
    case .integers(let numbers):
      appendArray(of: 20, count: numbers.count)
      for number in numbers {
        append(Int32(8))
        append(number)
      }
    }
  }

  /// Appends the head of an array: its dimensions, no NULL, the type of its elements, its size, the first index.
  private mutating func appendArray(of type: Int32, count: Int) {
    for number in [1, 0, type, Int32(count), 1] { append(number) }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Calls `body` with the arrays that libpq takes: addresses, lengths, and forms, all binary.
  func withArrays<Result>(
    _ body: (Int32, Libpq.Texts?, Libpq.Numbers?, Libpq.Numbers?) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      var addresses: [Libpq.Text?] = []
      var position = 0
      for length in lengths {
        let address = bytes.baseAddress.map { $0 + position }
        addresses.append(address?.assumingMemoryBound(to: CChar.self))
        position += max(1, Int(length))
      }
      let forms = [Int32](repeating: 1, count: lengths.count)
      return addresses.withUnsafeBufferPointer { addresses in
        lengths.withUnsafeBufferPointer { lengths in
          forms.withUnsafeBufferPointer { forms in
            body(
              Int32(lengths.count), addresses.baseAddress, lengths.baseAddress, forms.baseAddress)
          }
        }
      }
    }
  }
}
