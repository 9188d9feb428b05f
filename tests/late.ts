import type { Ctx } from '#kernel/context'

/** A context whose first transaction begins when something else was done: what was read before it is old by then. */
export function late(ctx: Ctx, first: () => Promise<unknown>): Ctx {
  const { store } = ctx
  let isDone = false
  const write: typeof store.write = async (db, work) => {
    if (!isDone) await first()
    isDone = true
    return store.write(db, work)
  }
  return { ...ctx, store: { ...store, write } }
}
