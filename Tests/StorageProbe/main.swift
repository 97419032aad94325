import Glibc

// A program that the storage tests start, and that may be killed at any time. It prints what a
// store has acknowledged, a line each, at once.

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2, let role = Role(rawValue: words[0]) else {
  print(
    "Usage: WaylineStorageProbe write|count|see|limited|faults|create|migrate|recover|pairs|secrets|protection|recoverSecrets|mint|locked|mend|add|steady|full|guest|lock|life|acknowledge|hold FOLDER [value …]"
  )
  exit(2)
}
do {
  try role.play(in: words[1], Array(words.dropFirst(2)))
} catch {
  say("error \(error)")
  exit(1)
}
