import WaylineSecrets
import WaylineShell
import WaylineStorage
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

  /// Reads the passphrase that an option names, else takes that of `<NAME>_PASSPHRASE`, for when a
  /// secret is needed.
  func supplyPassphrase() throws {
    do throws(SecretError) {
      if let path = arguments.passphraseFile {
        stores.secrets.supply(try Passphrase(inFile: path))
      } else if let descriptor = arguments.passphraseDescriptor {
        stores.secrets.supply(try Passphrase(readingFrom: descriptor))
      } else if let text = environment[StorePlace.variable(of: Program.name, "PASSPHRASE")] {
        stores.secrets.supply(try? Passphrase(text))
      }
    } catch {
      throw LaunchProblem.passphrase(error)
    }
  }
}
