extension KeySlot {
  /// `kind(1) | length(2) | parameters | algorithm(1) | salt(24) | wrapped key and tag(48)`.
  var encoded: [UInt8] {
    let parameters = unlocking.encoded
    let body = parameters.dropFirst() + [algorithm.rawValue] + salt + wrapped
    var bytes = [parameters[0]]
    bytes.append(UInt16(body.count))
    return bytes + body
  }

  /// The next slot of a header; nil when its bytes run out or are left over.
  init?(_ reader: inout ByteReader) throws(SecretError) {
    guard let kind = reader.byte(), let length = reader.integer(UInt16.self),
      let body = reader.bytes(Int(length))
    else { return nil }
    var fields = ByteReader(body)
    guard let unlocking = try Unlocking(kind: kind, &fields),
      let algorithmByte = fields.byte(), let salt = fields.bytes(OneTimeKey.saltLength),
      let wrapped = fields.bytes(
        AuthenticatedEncryption.keyLength + AuthenticatedEncryption.tagLength),
      fields.isAtEnd
    else { return nil }
    self.unlocking = unlocking
    algorithm = try AuthenticatedEncryption(stored: algorithmByte)
    self.salt = salt
    self.wrapped = wrapped
  }
}

extension KeySlot.Unlocking {
  /// The kind byte and the parameters that follow it.
  var encoded: [UInt8] {
    switch self {
    case .keyFile: [1]
    case .passphrase(let scrypt, let salt):
      [2, scrypt.logCost, scrypt.blockSize, scrypt.parallelism] + salt
    }
  }

  fileprivate init?(kind: UInt8, _ fields: inout ByteReader) throws(SecretError) {
    switch kind {
    case 1: self = .keyFile
    case 2:
      guard let logCost = fields.byte(), let blockSize = fields.byte(),
        let parallelism = fields.byte(),
        let salt = fields.bytes(KeySlot.passphraseSaltLength)
      else { return nil }
      let scrypt = Scrypt(logCost: logCost, blockSize: blockSize, parallelism: parallelism)
      try scrypt.check()
      self = .passphrase(scrypt, salt: salt)
    default: throw .unsupportedFormat("key slot of kind \(kind)")
    }
  }
}
