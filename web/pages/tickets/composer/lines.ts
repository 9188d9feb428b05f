const lines = new Map<string, Promise<unknown>>()

/** Whether what is put in line now has to wait for its turn. */
export const isBusy = (line: string) => lines.has(line)

/** Runs what stands in one line in its order; lines do not wait for each other, and one that failed holds nobody back. */
export function inLine<T>(line: string, run: () => Promise<T>): Promise<T> {
  const turn = (lines.get(line) ?? Promise.resolve()).then(run, run)
  lines.set(line, turn)
  void turn.finally(() => lines.get(line) === turn && lines.delete(line)).catch(() => {})
  return turn
}

/** Once every line has run what stands in it now. */
export const idle = () => Promise.allSettled(lines.values())
