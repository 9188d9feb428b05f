/** A test that failed: its file, its line in the output, and what was printed about it. */
export type Failure = { file: string; line: string; told: string }

/** The most lines of one that are shown again: a page that stands still for an assertion prints thousands. */
const MOST_LINES = 60

/** What failed, by the output of `bun test`: the name of a file stands above its lines, an error above the line of its test. */
export function failuresIn(output: string): Failure[] {
  const found: Failure[] = []
  let file = ''
  let told: string[] = []
  for (const line of output.split('\n')) {
    // The list of failures at the end says nothing new.
    if (/^\d+ tests? failed:$/.test(line)) break
    const head = /^(\S+\.test\.tsx?):$/.exec(line)
    if (head) file = head[1]!
    if (line.startsWith('(fail) ')) found.push({ file, line, told: told.slice(-MOST_LINES).join('\n') })
    if (head || /^\((pass|fail|skip|todo)\) /.test(line)) told = []
    else told.push(line)
  }
  return found
}

/** What a product in the process logs is one JSON text a line. */
export const isLogged = (line: string) => line.startsWith('{"level":')

/**
 * Leaves out of the output of `bun test`, line by line, what it says of its tests: their names, and the report of one that failed, which
 * begins with lines of its source. They may be about what no log may hold.
 */
export function withoutReports() {
  let inReport = false
  return function isOfProduct(line: string): boolean {
    if (/^\((pass|fail|skip|todo)\) /.test(line)) return (inReport = false)
    if (/^ *\d+ \| /.test(line)) inReport = true
    return !inReport || isLogged(line)
  }
}
