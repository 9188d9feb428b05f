import { and, eq, isNull, notBetween, or } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import { connections as table } from './schema'

/** How long a lease holds without being renewed, and how often who runs a connection renews it. */
const LEASE_MS = 30_000
export const LEASE_RENEWAL_MS = 10_000

/**
 * Takes the lease of a connection for one process, or renews it. False while another process holds it; one for longer than leases last was
 * made by a clock that was wrong.
 */
export async function lease(db: Db, id: number, owner: string, ms = LEASE_MS) {
  const now = Date.now()
  const { rowsAffected } = await db
    .update(table)
    .set({ leaseOwner: owner, leaseUntil: new Date(now + ms) })
    .where(
      and(
        eq(table.id, id),
        or(isNull(table.leaseOwner), eq(table.leaseOwner, owner), notBetween(table.leaseUntil, new Date(now), new Date(now + 2 * ms))),
      ),
    )
  return rowsAffected === 1
}

export const release = (db: Db, id: number, owner: string) =>
  db
    .update(table)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(table.id, id), eq(table.leaseOwner, owner)))
    .then(() => undefined)
