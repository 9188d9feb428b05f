import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@libsql/client'

const MAX_COPIES = 3
const COPY = /^before-.*\.db$/

/** Writes copies of the database as before-{name}.db, atomically, and keeps the newest three; undefined for a database on a server. */
export const backupsIn = (folder: string, client: Client) =>
  client.protocol === 'file' ? (name: string) => keep(folder, client, name) : undefined

async function keep(folder: string, client: Client, name: string) {
  const path = join(folder, `before-${name}.db`)
  const part = `${path}.part`
  await rm(part, { force: true })
  try {
    await client.executeMultiple(`vacuum into '${part.replaceAll("'", "''")}'`)
    await chmod(part, 0o600)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  const names = (await readdir(folder)).filter(file => COPY.test(file))
  const dated = await Promise.all(names.map(async file => ({ file, at: (await stat(join(folder, file))).mtimeMs })))
  for (const { file } of dated.toSorted((a, b) => b.at - a.at).slice(MAX_COPIES)) await rm(join(folder, file))
}
