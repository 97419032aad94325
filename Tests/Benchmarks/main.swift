import Glibc

if CommandLine.arguments.dropFirst().elementsEqual([Programs.oneLine]) {
  Programs.readOneLine()
  exit(0)
}
if CommandLine.arguments.dropFirst().elementsEqual([Programs.firstPage]) {
  LongScreenRows.readOneLine()
  exit(0)
}
if CommandLine.arguments.dropFirst().elementsEqual([WholeProcessRows.deepBug]) {
  WholeProcessRows.findDeepBug()
  exit(0)
}
if ShelfApp.isWanted { ShelfApp.main() }
if RoomsApp.isWanted { RoomsApp.main() }
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  exit(Run(options: options).status(of: Catalogue.all(options)))
} catch {
  complain("WaylineBenchmarks: \(error.sentence)")
  exit(2)
}
