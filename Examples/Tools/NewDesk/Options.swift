import Endings

/// The words of the command line. A parser of arguments would declare them as `@Option` and `@Flag`.
struct Options {
  var name: String?
  var template: String?
  var parts: String?
  var holder: String?
  var answers: String?
  var record: String?
  var yes = false
  var noInput = false
  var showsHelp = false

  static let help = """
    Usage: new-desk [NAME] [options]

    Create the folder of a new desk. What no option gives is asked for.

      --template NAME  Use a template: library, archive or shop.
      --parts A,B      Add these parts: readme, licence, tests, loans.
      --holder NAME    Name the copyright holder of the licence.
      --answers FILE   Answer the questions with the lines of FILE.
      --record FILE    Write the answers to the new FILE.
      --yes            Overwrite an existing folder.
      --no-input       Ask nothing; use the defaults.
      --help           Show this help.
    """

  init(_ words: ArraySlice<String>) throws {
    var rest = words
    while let word = rest.popFirst() {
      // Both `--template web` and `--template=web`.
      let (option, joined) = Self.split(word)
      func value() throws -> String {
        guard let value = joined ?? rest.popFirst() else {
          throw Problem("The option '\(option)' needs a value.", status: 2)
        }
        return value
      }
      switch option {
      case "--template": template = try value()
      case "--parts": parts = try value()
      case "--holder": holder = try value()
      case "--answers": answers = try value()
      case "--record": record = try value()
      case "--yes" where joined == nil: yes = true
      case "--no-input" where joined == nil: noInput = true
      case "--help" where joined == nil, "-h" where joined == nil: showsHelp = true
      case _ where !option.hasPrefix("-") && name == nil: name = word
      default: throw Problem("Unexpected '\(word)'. See new-desk --help.", status: 2)
      }
    }
  }

  private static func split(_ word: String) -> (option: String, value: String?) {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }
}
