/** Runs work for one key strictly in order (a mutex per key); different keys run side by side. */
export function serialByKey<Key extends string | number>() {
  const tails = new Map<Key, Promise<unknown>>()

  return async function inOrder<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const current = (tails.get(key) ?? Promise.resolve()).then(work, work)
    tails.set(key, current)
    try {
      return await current
    } finally {
      if (tails.get(key) === current) tails.delete(key)
    }
  }
}
