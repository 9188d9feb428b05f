import { BufferJSON, initAuthCreds, type AuthenticationCreds } from '@whiskeysockets/baileys'
import { eq } from 'drizzle-orm'
import type { Store } from '#kernel/storage/libsql'
import { waCreds, waKeys } from './schema'

export const encode = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
export const decode = (text: string): unknown => JSON.parse(text, BufferJSON.reviver)

/** The stored credentials, or new ones. What an unfinished pairing by code left behind is deleted: Baileys would log in with it. */
export async function loadCreds(store: Store, connectionId: number): Promise<AuthenticationCreds> {
  const [row] = await store.db.select().from(waCreds).where(eq(waCreds.connectionId, connectionId))
  const creds = row ? (decode(row.value) as AuthenticationCreds) : undefined
  if (creds && (creds.account || !creds.me)) return creds
  if (creds) await forget(store, connectionId)
  return initAuthCreds()
}

/** Deletes credentials and keys. The journal stays: its messages were received and must still be stored. */
export const forget = (store: Store, connectionId: number) =>
  store.write(store.db, async db => {
    await db.delete(waKeys).where(eq(waKeys.connectionId, connectionId))
    await db.delete(waCreds).where(eq(waCreds.connectionId, connectionId))
  })
