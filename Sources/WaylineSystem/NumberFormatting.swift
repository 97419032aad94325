#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Numbers as the C library formats them.
package enum NumberFormatting {
  /// An integer as one `printf` conversion shows it, with the text around the conversion; nil if that
  /// is no conversion of integers.
  package static func text(of value: Int64, as specifier: String) -> String? {
    Template(specifier)?.text { conversion in
      guard let format = Conversion(conversion, kinds: "diouxX") else { return nil }
      return printed(format.beginning + "ll" + format.kind, value)
    }
  }

  /// A number as one `printf` conversion shows it, with the text around the conversion; nil if that is
  /// no conversion of such numbers.
  package static func text(of value: Double, as specifier: String) -> String? {
    Template(specifier)?.text { conversion in
      guard let format = Conversion(conversion, kinds: "fFeEgGaA") else { return nil }
      return printed(format.beginning + format.kind, value)
    }
  }

  /// A number with its thousands set apart.
  package static func grouped(_ count: Int) -> String {
    var (digits, result) = (Array(String(count).reversed()), "")
    while digits.count > 3 {
      result = "," + String(digits.prefix(3).reversed()) + result
      digits.removeFirst(3)
    }
    return String(digits.reversed()) + result
  }

  /// True if a text is a number, with its sign, its unit of per cent or its currency: a column of these is
  /// aligned at its right.
  package static func isNumber(_ text: some StringProtocol) -> Bool {
    text.contains { $0.isASCII && $0.isNumber }
      && text.allSatisfy { "0123456789.,-+% ".contains($0) || $0.isCurrencySymbol }
  }

  /// One conversion with the text around it, in which `%%` is a percent sign.
  private struct Template {
    private var before = ""
    private var conversion = ""
    private var after = ""

    /// Takes a specifier apart; nil if it does not have exactly one conversion.
    init?(_ specifier: String) {
      var rest = specifier[...]
      while let character = rest.popFirst() {
        if character != "%" {
          append(character)
        } else if rest.first == "%" {
          append(rest.removeFirst())
        } else {
          guard conversion.isEmpty,
            let kind = rest.firstIndex(where: { $0.isLetter && !"lhqjzt".contains($0) })
          else { return nil }
          conversion = "%" + rest[...kind]
          rest = rest[rest.index(after: kind)...]
        }
      }
      if conversion.isEmpty { return nil }
    }

    private mutating func append(_ character: Character) {
      if conversion.isEmpty { before.append(character) } else { after.append(character) }
    }

    /// The text with a value in place of the conversion.
    func text(_ printed: (_ conversion: String) -> String?) -> String? {
      printed(conversion).map { before + $0 + after }
    }
  }

  // Proof: the format has one conversion, which is checked to be that of the one argument.
  private static func printed(_ format: String, _ argument: any CVarArg) -> String? {
    withVaList([argument]) { arguments in
      var bytes = [CChar](repeating: 0, count: 512)
      let count = vsnprintf(&bytes, bytes.count, format, arguments)
      guard count >= 0, count < bytes.count else { return nil }
      return String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// One conversion: flags, width and precision, and the character of its kind.
  private struct Conversion {
    let beginning: String
    let kind: String

    /// Reads a conversion; length modifiers are left out, because the argument has one length.
    init?(_ specifier: String, kinds: String) {
      guard let last = specifier.last, kinds.contains(last), specifier.first == "%",
        specifier.utf8.count <= 16
      else { return nil }
      let middle = specifier.dropFirst().dropLast()
      let flags = middle.prefix { !"lhqjzt".contains($0) }
      let isPlain = flags.allSatisfy { "+-# 0123456789.".contains($0) }
      let digits = flags.split { !$0.isNumber }
      guard isPlain, middle.dropFirst(flags.count).allSatisfy({ "lhqjzt".contains($0) }),
        digits.allSatisfy({ $0.count <= 2 })
      else { return nil }
      (beginning, kind) = ("%" + flags, String(last))
    }
  }
}
