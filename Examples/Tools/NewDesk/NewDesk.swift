import Endings
import WaylineQuestions

/// Creates the folder of a new desk: `new-desk` asks for what its options leave out.
@main
struct NewDesk {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      try make(options)
    } catch {
      end("new-desk", with: error)
    }
  }

  /// Asks first and works afterwards, so that an unfinished form leaves nothing behind.
  private static func make(_ options: Options) throws {
    let desk = try Question.withoutInput(if: options.noInput) {
      try Question.answering(fromFile: options.answers) {
        try Question.recording(toFile: options.record) {
          try Question.form("Create the desk?") { try Desk(asking: options) }
        }
      }
    }
    if desk.isThere {
      let overwrites = try Question.withoutInput(if: options.noInput) {
        try Question.confirm(
          "Overwrite ./\(desk.name)?", default: false, answer: .flag("--yes", options.yes))
      }
      guard overwrites else { throw Problem("'\(desk.name)' was left as it is.", status: 1) }
    }
    try desk.write()
    print("Created ./\(desk.name) with \(desk.files.count) files.")
  }
}

extension Desk {
  /// Asks for a desk. An option that was given is checked by the same rules, and not asked for.
  init(asking options: Options) throws {
    name = try Question.text(
      "Name", default: "desk", answer: .option("NAME", options.name), .variable("DESK_NAME")
    ) { name in
      name.isEmpty || name.contains("/") || name.hasPrefix(".")
        ? "Type a name without slashes, and no dot at its beginning." : nil
    }
    let template = try Question.choice(
      "Template", from: Template.allCases,
      answer: .option("--template", options.template), .variable("DESK_TEMPLATE"))
    self.template = template
    parts = try Question.choices(
      "Parts", from: Part.allCases.filter { $0.fits(template) }, chosen: [.readme],
      answer: .option("--parts", options.parts))
    if parts.contains(.licence) {
      holder = try Question.text("Copyright holder", answer: .option("--holder", options.holder)) {
        $0.isEmpty ? "Type the name of a person or an organisation." : nil
      }
    }
  }
}
