import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineSystem
import WaylineViews

extension Launch {
  /// Whether the words on the command line are a command of the facade or the program.
  var isCommand: Bool {
    guard let first = arguments.words.first?.lowercased() else { return false }
    let stores = SceneSeat.stores(arguments, stores)
    let commands = FacadeCommands(stores: stores, isAttended: isTerminal).all + Program.commands
    return commands.contains { $0.name.lowercased() == first }
  }

  /// Runs the one command that the words are, without a screen; its status is the program's.
  func runCommand(_ input: LineSource) -> ShellStatus {
    let stores = SceneSeat.stores(arguments, stores)
    stores.defaults.install()
    var options = SessionOptions(program: Program.name)
    options.showsScreens = false
    options.commands = Program.commands
    let host = SceneHost(options: options, stores: stores, isAttended: isTerminal) { EmptyView() }
    var settings = settings(host)
    settings.endsAfterArguments = true
    return drive(host, input, settings)
  }

  /// Reads the passphrase that an option names, else takes that of a variable, for when a secret is
  /// needed.
  ///
  /// A descriptor goes before a file, and a file before the text itself, which others can see more
  /// easily.
  func supplyPassphrase() throws {
    do throws(SecretError) {
      let passphrase = try givenPassphrase()
      // In memory there is nothing to open, and nothing that outlives the process to protect.
      if stores.folder != nil { stores.secrets.supply(passphrase) }
      withholdFromChildren()
    } catch {
      throw LaunchProblem.passphrase(error)
    }
  }

  /// Keeps the passphrase and the answers from programs that are started later.
  private func withholdFromChildren() {
    CurrentProcess.eraseVariable(StorePlace.variable(of: Program.name, "PASSPHRASE"))
    for number in [arguments.passphraseDescriptor, arguments.answersDescriptor] {
      if let number { FileDescriptor(borrowing: number).closeInChildren() }
    }
  }

  private func givenPassphrase() throws(SecretError) -> Passphrase? {
    func variable(_ ending: String) -> String? {
      environment[StorePlace.variable(of: Program.name, ending)].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let descriptor = arguments.passphraseDescriptor {
      return try Passphrase(readingFrom: descriptor)
    }
    if let path = arguments.passphraseFile ?? variable("PASSPHRASE_FILE") {
      return try Passphrase(contentsOfFile: path)
    }
    guard let text = variable("PASSPHRASE") else { return nil }
    return try Passphrase(text)
  }
}
