const tails = new Map<string, Promise<unknown>>()

/** Runs work for one key strictly in order; different keys run side by side. */
export async function serial<T>(key: string, work: () => Promise<T>): Promise<T> {
  const current = (tails.get(key) ?? Promise.resolve()).then(work, work)
  tails.set(key, current)
  try {
    return await current
  } finally {
    if (tails.get(key) === current) tails.delete(key)
  }
}
