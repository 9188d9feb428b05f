import type { Ctx } from '../context'
import type { Referable } from './own-rows'

type Referrer = {
  refs: Record<string, () => Referable>
  /** Takes the row from those that name it by a field, and tells them. */
  clear(ctx: Ctx, field: string, id: number): Promise<void>
}
/** The nouns that name rows of others, as their facts say; whoever is named needs to know none of them. */
const referrers: Referrer[] = []
export const nameOthers = (referrer: Referrer) => void referrers.push(referrer)

/** Takes a row that goes away from all rows that name it; in the transaction of the caller, who deletes it. */
export async function clearReferences(ctx: Ctx, tableName: string, id: number) {
  for (const { refs, clear } of referrers)
    for (const [field, of] of Object.entries(refs)) if (of().tableName === tableName) await clear(ctx, field, id)
}
