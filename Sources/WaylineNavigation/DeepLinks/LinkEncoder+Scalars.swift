/// One word for each kind of number, which `Encoder` asks for by name.
extension LinkKeyedEncoder {
  func encode(_ value: Bool, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: String, forKey key: Key) { sink.append(text: value) }
  func encode(_ value: Double, forKey key: Key) { sink.append(number: value) }
  func encode(_ value: Float, forKey key: Key) { sink.append(number: value) }
  func encode(_ value: Int, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int8, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int16, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int32, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int64, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt8, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt16, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt32, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt64, forKey key: Key) { sink.append(String(value)) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { sink.appendIfPresent(value) }
}

extension LinkValueEncoder {
  func encode(_ value: Bool) { sink.append(String(value)) }
  func encode(_ value: String) { sink.append(text: value) }
  func encode(_ value: Double) { sink.append(String(value)) }
  func encode(_ value: Float) { sink.append(String(value)) }
  func encode(_ value: Int) { sink.append(String(value)) }
  func encode(_ value: Int8) { sink.append(String(value)) }
  func encode(_ value: Int16) { sink.append(String(value)) }
  func encode(_ value: Int32) { sink.append(String(value)) }
  func encode(_ value: Int64) { sink.append(String(value)) }
  func encode(_ value: UInt) { sink.append(String(value)) }
  func encode(_ value: UInt8) { sink.append(String(value)) }
  func encode(_ value: UInt16) { sink.append(String(value)) }
  func encode(_ value: UInt32) { sink.append(String(value)) }
  func encode(_ value: UInt64) { sink.append(String(value)) }
}

extension LinkSink {
  /// A number of floating point; the one that is not equal to itself is not plain.
  fileprivate func append(number: some BinaryFloatingPoint & LosslessStringConvertible) {
    if number.isNaN { isPlain = false }
    append(String(number))
  }

  fileprivate func appendIfPresent(_ value: (some LosslessStringConvertible)?) {
    isPlain = false
    guard let value else { return append(LinkText.none) }
    if let text = value as? String { append(text: text) } else { append(String(value)) }
  }
}
