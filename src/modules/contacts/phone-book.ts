import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import type { Person } from '../connections'
import { addOrComplete } from './imports'
import { AT_ONCE } from './portions'
import { phoneBook as table } from './schema'

/** People of one address book. A phone has some thousands at most. */
const MAX_PEOPLE = 20_000
const BATCH = 500

type Entry = Person & { name: string }

/** Keeps whom the phone of a connection knows; who is there already gets the name that the phone has now. */
async function learn(ctx: Ctx, connectionId: number, entries: Entry[]) {
  for (let at = 0; at < entries.length; at += BATCH)
    await transaction(ctx, async ctx => {
      let room = MAX_PEOPLE - (await ctx.db.$count(table, eq(table.connectionId, connectionId)))
      for (const { pn, lid, name } of entries.slice(at, at + BATCH)) {
        const person = pn ?? `lid:${lid}`
        const values = { companyId: ctx.companyId, connectionId, person, pn, lid, name }
        const renamed = await ctx.db
          .update(table)
          .set({ name, lid: sql`coalesce(${lid}, ${table.lid})` })
          .where(and(eq(table.connectionId, connectionId), eq(table.person, person)))
        if (!renamed.rowsAffected && room-- > 0) await ctx.db.insert(table).values(values)
      }
    })
}

/** Another phone has another address book. */
const forget = (ctx: Ctx, connectionId: number) =>
  ctx.store.write(ctx.db, db => db.delete(table).where(and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId))))

/** Makes contacts of the address books of the company's phones: batch by batch, so that nobody's message waits behind all of them. */
async function importAll(ctx: Ctx) {
  const counts = { created: 0, known: 0 }
  try {
    await importEntries(ctx, counts)
  } finally {
    if (counts.created || counts.known) ctx.publish('contact', { action: 'create', records: [] })
  }
  return counts
}
async function importEntries(ctx: Ctx, counts: { created: number; known: number }) {
  for (let after = 0; ;) {
    const entries = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.companyId, ctx.companyId), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(AT_ONCE)
    if (!entries.length) return
    after = entries.at(-1)!.id
    await afterWait(ctx, async ctx => {
      for (const entry of entries) counts[(await addOrComplete(ctx, entry, { name: entry.name })).isNew ? 'created' : 'known']++
    })
  }
}

export const phoneBook = { learn, forget, importAll }
