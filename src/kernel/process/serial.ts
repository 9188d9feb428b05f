/**
 * Runs work for one key strictly in order (a mutex per key); different keys run side by side. Work that fails rejects for its caller, and
 * the next runs.
 */
export function serialByKey<Key extends string | number>() {
  const tails = new Map<Key, Promise<unknown>>()

  async function inOrder<T>(key: Key, work: () => Promise<T> | T): Promise<T> {
    const current = (tails.get(key) ?? Promise.resolve()).then(work, work)
    tails.set(key, current)
    try {
      return await current
    } finally {
      if (tails.get(key) === current) tails.delete(key)
    }
  }
  /** Whether work for the key runs or waits. */
  inOrder.isBusy = (key: Key) => tails.has(key)
  return inOrder
}

/** Runs work strictly in order (a mutex). */
export function mutex() {
  const inOrder = serialByKey<number>()
  return function runExclusive<T>(work: () => Promise<T> | T): Promise<T> {
    return inOrder(0, work)
  }
}
