import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import type { Vault } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { pushKeys as table, pushSubscriptions } from './schema'

export type PushKeys = { publicKey: string; privateKey: string }

const ONE = 1
const stored = async (db: Db) => (await db.select().from(table).where(eq(table.one, ONE)))[0]

/**
 * The key pair of the installation, made at its first start. Where it can't be opened, because the database came from another installation,
 * a new one takes its place: what browsers subscribed to belongs to the old one, and they subscribe anew.
 */
export async function openPushKeys(db: Db, vault: Vault): Promise<PushKeys> {
  const known = await stored(db)
  const opened = known && open(vault, known)
  if (opened) return opened
  const made = webPush.generateVAPIDKeys()
  if (known) {
    await db.delete(pushSubscriptions)
    await db.delete(table)
  }
  // Another process may be first.
  await db
    .insert(table)
    .values({ one: ONE, publicKey: made.publicKey, privateKey: vault.seal(made.privateKey) })
    .onConflictDoNothing()
  const { publicKey, privateKey } = (await stored(db))!
  return { publicKey, privateKey: vault.open(privateKey) }
}

function open(vault: Vault, { publicKey, privateKey }: typeof table.$inferSelect): PushKeys | undefined {
  try {
    return { publicKey, privateKey: vault.open(privateKey) }
  } catch {
    return undefined
  }
}

export const publicPushKey = async (db: Db) => (await stored(db))!.publicKey
