// The least that a Swift program does, to compare others with.
//
// Without arguments it prints a prompt and reads one line. With arguments it answers each line that
// it reads with them, one on each line, flushed. With --json and one more option at their end they are
// the objects of an answer.
import Glibc

var screen = CommandLine.arguments.dropFirst()

if screen.dropLast().last == "--json" {
  screen = screen.dropLast(2)
  print(#"{"type":"hello","version":2,"app":"floor"}"#)
  print(#"{"type":"ready"}"#)
  fflush(nil)
}

if screen.isEmpty {
  print("> ", terminator: "")
  fflush(nil)
  _ = readLine()
}
while !screen.isEmpty, readLine() != nil {
  for line in screen { print(line) }
  fflush(nil)
}
