import Testing

@testable import WaylineTesting

@Suite("The words after explore")
struct ExploreOptionsTests {
  private func options(_ words: String...) throws -> ExploreOptions { try ExploreOptions(words) }

  private func problem(_ words: String...) -> String? {
    do {
      _ = try ExploreOptions(words)
      return nil
    } catch { return "\(error)" }
  }

  @Test("Without words nothing is chosen")
  func none() throws {
    let options = try options()
    #expect(options.depth == nil && options.states == nil && options.seconds == nil)
    #expect(options.shard == nil && options.merged == nil && options.seed == 0)
    #expect(!options.isRandom && !options.isJSON && !options.browses && !options.isHelp)
  }

  @Test("Each option is read, its value after a blank or an equal sign")
  func each() throws {
    #expect(try options("--depth", "7").depth == 7)
    #expect(try options("--depth=7").depth == 7)
    #expect(try options("--states", "100").states == 100)
    #expect(try options("--budget", "2.5").seconds == 2.5)
    #expect(try options("--random").isRandom)
    #expect(try options("--seed", "9").seed == 9)
    #expect(try options("--shard", "3/16").shard == ExplorationShard(index: 3, count: 16))
    #expect(try options("--graph", "states.dot").graph == "states.dot")
    #expect(try options("--repro=found").repro == "found")
    #expect(try options("--resume", "search").resume == "search")
    #expect(try options("--json").isJSON)
    #expect(try options("--browse").browses)
    #expect(try options("--help").isHelp && options("-h").isHelp)
  }

  @Test("merge takes files, and --json in any place")
  func merge() throws {
    let options = try options("merge", "one", "--json", "two")
    #expect(options.merged == ["one", "two"] && options.isJSON)
    #expect(problem("merge") == "'merge' requires a FILE.")
    #expect(problem("merge", "--json") == "'merge' requires a FILE.")
  }

  @Test("A value that does not fit is named, with the form of a right one")
  func wrong() {
    #expect(problem("--depth", "far") == "'far' is not a whole number; --depth requires one.")
    #expect(problem("--states", "-1") == "'-1' is not a whole number; --states requires one.")
    #expect(problem("--seed") == "--seed requires a value.")
    #expect(problem("--graph", "--json") == "--graph requires a value.")
    for time in ["0", "nan", "inf", "1e300"] {
      #expect(problem("--budget", time) == "'\(time)' is not a number of seconds.")
    }
    #expect(problem("--links=no") == "--links takes no value.")
    for shard in ["0/2", "3/2", "2", "1/2/3", "a/b"] {
      #expect(problem("--shard", shard) == "'\(shard)' is not a shard such as 3/16.")
    }
    #expect(problem("--wide") == "Unknown option '--wide'.")
  }

  @Test("Options that exclude each other are refused together")
  func excluded() {
    for words in [["--graph", "g"], ["--repro", "r"], ["--json"]] {
      #expect(throws: ExploreProblem.self) { try ExploreOptions(["--browse"] + words) }
    }
    for words in [["--depth", "3"], ["--shard", "1/2"], ["--graph", "g"], ["--browse"]] {
      #expect(throws: ExploreProblem.self) { try ExploreOptions(["--random"] + words) }
    }
    for words in [["--random"], ["--resume", "s"], ["--repro", "r"], ["--json"]] {
      #expect(throws: ExploreProblem.self) { try ExploreOptions(["--script", "s"] + words) }
    }
    for words in [["--random"], ["--shard", "1/2"], ["--browse"]] {
      #expect(throws: ExploreProblem.self) { try ExploreOptions(["--resume", "s"] + words) }
    }
    for words in [["--random"], ["--shard", "1/2"], ["--resume", "s"], ["--graph", "g"]] {
      #expect(throws: ExploreProblem.self) { try ExploreOptions(["--share", "a"] + words) }
    }
  }

  @Test("A shared search has no bound of time unless one is given")
  func timeOfSharedSearch() throws {
    #expect(try options().time == .seconds(60))
    #expect(try options("--share", "postgres:service=ci").time > .seconds(1_000_000))
    #expect(try options("--share", "postgres:service=ci", "--budget", "20").time == .seconds(20))
  }

  @Test("The help lists each option of the usage, with its value")
  func help() {
    let help = ExploreOptions.help(of: [], columns: nil)
    let listed = Set(help.matches(of: /\n {2}(\S+)/).map { String($0.output.1) })
    let used = Set(ExploreOptions.usage.matches(of: /--[a-z-]+|merge/).map { String($0.output) })
    #expect(listed == used && used.count == 17)
    #expect(ExploreOptions.listed.count == used.count)
  }
}
