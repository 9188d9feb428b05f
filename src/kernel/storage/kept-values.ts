import type { Ctx } from '../context'
import { called, type Link, type Part } from './row-cache'

type Kept<Value> = {
  name: string
  follows: readonly (string | Link)[]
  bytesOf(value: Value): number
}

/**
 * A cache of what was worked out of many rows, invalidated by the commit that changes one of its parts; `queryCache` is by every commit.
 * `load` is given what is kept, and may bring it up to date where its parts `grow`: it never changes it.
 */
export const keptValues = <Value>({ name, follows, bytesOf }: Kept<Value>) =>
  async function valueOf(
    { db, store }: Ctx,
    key: string,
    parts: Part[],
    load: (kept: Value | undefined) => Promise<Value>,
  ): Promise<Value> {
    const cache = db === store.db ? store.rows : undefined
    if (!cache) return load(undefined)
    await store.look()
    const mayKeep = cache.isFollowed({ name, follows })
    const named = `${name} ${key}`
    const kept = mayKeep ? (cache.valueOf(named) as Value | undefined) : undefined
    const before = cache.commits()
    const value = await cache.shared(named, () => load(kept))
    // What a commit may have overtaken is used this once.
    if (mayKeep && value !== kept && cache.commits() === before) cache.setValue(named, value, bytesOf(value), parts.flatMap(called))
    return value
  }
