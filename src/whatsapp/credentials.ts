import { BufferJSON, initAuthCreds, type AuthenticationCreds } from '@whiskeysockets/baileys'
import { eq } from 'drizzle-orm'
import type { Store } from '#kernel/storage/libsql'
import { waCreds, waKeys } from './schema'

export const encode = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
export const decode = (text: string): unknown => JSON.parse(text, BufferJSON.reviver)

/** The stored credentials, or new ones. What an unfinished pairing by code left behind would be taken for a login: it is thrown away. */
export async function loadCreds(store: Store, connectionId: number): Promise<AuthenticationCreds> {
  const [row] = await store.db.select().from(waCreds).where(eq(waCreds.connectionId, connectionId))
  const creds = row ? (decode(row.value) as AuthenticationCreds) : undefined
  if (creds && (creds.account || !creds.me)) return creds
  if (creds) await forget(store, connectionId)
  return initAuthCreds()
}

/** Messages in the journal stay: they were received and are still to be shown. */
export const forget = (store: Store, connectionId: number) =>
  store.write(store.db, async db => {
    await db.delete(waKeys).where(eq(waKeys.connectionId, connectionId))
    await db.delete(waCreds).where(eq(waCreds.connectionId, connectionId))
  })
