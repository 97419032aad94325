/// The request of the command line.
struct Options {
  var isJSON = false
  var isGate = false
  var filters: [String] = []
  /// Do the work this often, without floor and figures: for an instruction counter.
  var count: Int?
  /// The folder of the statically linked programs; without it their rows are left out.
  var staticPrograms: String?

  static let usage = """
    usage: WaylineBenchmarks [--filter WORD]… [--json] [--gate] [--static DIR] [--count N] [--list]

      --filter WORD   only rows whose name has the word; several words widen the choice
      --json          one object per line
      --gate          exit status 1 when a row is out of its reach
      --static DIR    also start the programs in DIR, built with --static-swift-stdlib
      --count N       do the work of the rows N times and nothing else (valgrind)
      --list          the rows with what they include
    """

  var isList = false

  init(_ arguments: some Sequence<String>) throws(Misspelled) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--gate": isGate = true
      case "--list": isList = true
      case "--filter": filters.append(try Self.value(of: argument, &rest))
      case "--static": staticPrograms = try Self.value(of: argument, &rest)
      case "--count": count = try Self.number(of: argument, &rest)
      default: throw Misspelled("'\(argument)' is not an option.\n\(Self.usage)")
      }
    }
  }

  /// True if a row is requested.
  func includes(_ name: String) -> Bool {
    filters.isEmpty || filters.contains { name.lowercased().contains($0.lowercased()) }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Misspelled) -> String {
    guard let value = rest.popFirst() else {
      throw Misspelled("\(option) takes a value.\n\(usage)")
    }
    return value
  }

  private static func number(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Misspelled) -> Int {
    let text = try value(of: option, &rest)
    guard let number = Int(text), number > 0 else {
      throw Misspelled("\(option) takes a number above zero, not '\(text)'.")
    }
    return number
  }
}

/// A command line that cannot be read.
struct Misspelled: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}
