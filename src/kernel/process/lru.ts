type Bound<V> = {
  /** The size of a value, in any unit, and how much of it the whole may hold. */
  sizeOf(value: V): number
  maxSize: number
  /** Told of each value that is evicted, deleted or replaced; not when all are cleared. */
  onRemove?(value: V): void
}

/** A map that evicts what was used longest ago (LRU): at most `maxEntries`, and of at most `maxSize` together. `undefined` is no value. */
export function lruMap<K, V>(maxEntries: number, { sizeOf, maxSize, onRemove }: Bound<V> = { sizeOf: () => 0, maxSize: 0 }) {
  const entries = new Map<K, V>()
  let size = 0

  function remove(key: K) {
    const value = entries.get(key)
    if (value === undefined) return entries.delete(key)
    size -= sizeOf(value)
    entries.delete(key)
    onRemove?.(value)
    return true
  }

  return {
    get(key: K): V | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: K, value: V) {
      remove(key)
      entries.set(key, value)
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
