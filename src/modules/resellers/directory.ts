import { and, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import type { Here } from '#kernel/http/router'
import { companies } from '../companies/schema'
import { addressOf } from './address'
import { resellers as table } from './schema'

declare module '#kernel/http/router' {
  /** The reseller whose domain was asked for; undefined where it is none's, and so the house's own. */
  interface Here {
    isActive: boolean
  }
}
type Known = { byDomain: Map<string, Here>; byCompany: Map<number, string> }

async function read(db: Db, publicUrl: string | undefined): Promise<Known> {
  const rows = await db.select().from(table)
  const addresses = new Map(rows.map(row => [row.id, publicUrl && addressOf(row, publicUrl)]))
  const theirs = rows.length
    ? await db
        .select({ id: companies.id, resellerId: companies.resellerId })
        .from(companies)
        .where(and(isNotNull(companies.resellerId), gt(companies.id, 0), isNull(companies.deletedAt)))
    : []
  return {
    byDomain: new Map(
      rows.flatMap(({ id, isActive, domains }) => domains.map(domain => [domain, { id, isActive, address: addresses.get(id) }] as const)),
    ),
    byCompany: new Map(
      theirs.flatMap(({ id, resellerId }) => {
        const address = addresses.get(resellerId!)
        return address ? [[id, address] as const] : []
      }),
    ),
  }
}

/** A Host header as a domain is written down. */
export const domainOf = (host: string) => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase()

/**
 * Which reseller a host name is of, in memory, since every request asks. The one place where a Host header decides anything; what is no
 * domain of a reseller is the house's own.
 */
export function resellerDirectory(db: Db, publicUrl: string | undefined) {
  let known: Known | undefined
  let reading: Promise<void> | undefined
  let isStale = true

  async function load(): Promise<void> {
    // What was read while something changed may be of before.
    while (isStale) {
      isStale = false
      known = await read(db, publicUrl)
    }
  }
  /** Single flight: one reads for all who wait, so that a company that changes often costs the others no more. */
  const loaded = () =>
    isStale || reading
      ? (reading ??= load()
          .catch((error: unknown) => {
            isStale = true
            // A database that can't be read at the moment takes nobody's name away.
            if (!known) throw error
          })
          .finally(() => (reading = undefined)))
      : Promise.resolve()

  return {
    loaded,
    async at(host: string): Promise<Here | undefined> {
      await loaded()
      return known!.byDomain.get(domainOf(host))
    },
    /** Where the people of a company reach the installation, when it is not where the house's do. */
    addressFor: (companyId: number) => known?.byCompany.get(companyId),
    forget() {
      isStale = true
      loaded().catch(() => {})
    },
  }
}
export type ResellerDirectory = ReturnType<typeof resellerDirectory>
