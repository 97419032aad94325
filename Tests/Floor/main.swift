// The least that a Swift program does, to compare others with.
//
// Without arguments it prints a prompt and reads one line. With arguments it answers each line that
// it reads with them, one on each line, flushed.
import Glibc

let screen = CommandLine.arguments.dropFirst()

if screen.isEmpty {
  print("> ", terminator: "")
  fflush(nil)
  _ = readLine()
}
while !screen.isEmpty, readLine() != nil {
  for line in screen { print(line) }
  fflush(nil)
}
