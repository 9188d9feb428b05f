type Bound<V> = {
  /** The size of a value, in any unit, and how much of it the whole may hold. */
  sizeOf(value: V): number
  maxSize: number
  /** Told of each value that is evicted, deleted or replaced; not when all are cleared. */
  onRemove?(value: V): void
}

type Entry<V> = { value: V; used: number }

/**
 * A map that evicts what was used longest ago (LRU): at most `maxEntries`, and of at most `maxSize` together. `undefined` is no value.
 * Moving an entry to the end costs more than reading it: one that is among the newest quarter stays where it stands.
 */
export function lruMap<K, V>(maxEntries: number, { sizeOf, maxSize, onRemove }: Bound<V> = { sizeOf: () => 0, maxSize: 0 }) {
  const entries = new Map<K, Entry<V>>()
  let size = 0
  /** Counts what came to the end of the map. */
  let uses = 0

  function remove(key: K) {
    const entry = entries.get(key)
    if (!entry) return false
    size -= sizeOf(entry.value)
    entries.delete(key)
    onRemove?.(entry.value)
    return true
  }

  return {
    get(key: K): V | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (uses - entry.used > entries.size >> 2) {
        entries.delete(key)
        entries.set(key, entry)
        entry.used = ++uses
      }
      return entry.value
    },
    set(key: K, value: V) {
      remove(key)
      entries.set(key, { value, used: ++uses })
      size += sizeOf(value)
      while (entries.size > maxEntries || size > maxSize) remove(entries.keys().next().value as K)
    },
    delete: remove,
    clear() {
      entries.clear()
      size = 0
    },
  }
}
