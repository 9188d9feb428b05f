import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { RESERVE_BYTES } from '#kernel/media/media-store'
import type { Db } from '#kernel/storage/libsql'
import { pendingMigrations } from '#kernel/storage/migrate'
import { namedFiles } from '#kernel/storage/tenant-rows'

/** Each check says what it saw, or throws what is wrong. */

const MAX_WAL = 256 * 1024 * 1024
const CLOCK_MS = 5 * 60_000
const FAILED_MS = 7 * 24 * 3600_000
const FILES = 20_000
const NEWEST = 1_000

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`

export async function folderIsWritable(folder: string) {
  await access(folder, constants.W_OK)
  return folder
}

export async function diskHasRoom(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < RESERVE_BYTES) throw new Error(`only ${megabytes(bavail * bsize)} are free`)
  return `${megabytes(bavail * bsize)} free`
}

export async function secretsAreOwn(folder: string) {
  const mode = (await stat(join(folder, 'secrets.json'))).mode & 0o777
  if (mode & 0o077) throw new Error(`secrets.json can be read by others (mode ${mode.toString(8)}): chmod 600`)
  return `mode ${mode.toString(8)}`
}

/** The log of what is not in the database file yet; it shrinks by itself, unless something that reads for ever holds it. */
export async function logIsSmall(database: string) {
  const { size } = await stat(`${database}-wal`).catch(() => ({ size: 0 }))
  if (size > MAX_WAL) throw new Error(`the log beside the database has ${megabytes(size)}: restart the server`)
  return megabytes(size)
}

export async function isWhole(client: Client) {
  const { rows } = await client.execute('select integrity_check from pragma_integrity_check limit 1')
  if (String(rows[0]?.[0]) !== 'ok') throw new Error(`integrity: ${rows[0]?.[0]}`)
  return 'whole'
}

/** Texts that wait for the index outside of the commit that stored them: damage keeps them out. */
export async function textsAreFound(client: Client) {
  const { rows } = await client.execute('select count(*) as n from messages_to_index')
  const n = Number(rows[0]!.n)
  if (n) throw new Error(`${n} messages are not found by their words, because the index is damaged: restart the server`)
  return 'all texts are in the index'
}

export async function schemaIsCurrent(client: Client) {
  const { pending, applied } = await pendingMigrations(client)
  if (pending.length) throw new Error(`${pending.map(({ name }) => name).join(', ')} missing: start this version once`)
  return `${applied} migrations`
}

/** A clock that stands before what was written already was put back, or was ahead. */
export async function clockIsSound(client: Client, now = Date.now()) {
  const { rows } = await client.execute(
    'select max((select max(applied_at) from migrations), coalesce((select created_at from messages order by id desc limit 1), 0)) as newest',
  )
  const ahead = Number(rows[0]!.newest) - now
  if (ahead > CLOCK_MS) throw new Error(`it is ${Math.round(ahead / 60_000)} minutes behind what was written before`)
  return new Date(now).toISOString()
}

/** Work that was given up: what it would have done has not happened. */
export async function noJobFailed(client: Client, now = Date.now()) {
  const { rows } = await client.execute({
    sql: "select kind, count(*) as n, max(last_error) as error from jobs where state = 'failed' and updated_at > ? group by kind",
    args: [now - FAILED_MS],
  })
  if (rows.length)
    throw new Error(
      rows.map(({ kind, n, error }) => `${String(n)} × ${String(kind)} failed for good this week (${String(error)})`).join(', '),
    )
  const { rows: waiting } = await client.execute("select count(*) as n from jobs where state <> 'failed'")
  return `${Number(waiting[0]!.n)} to be done`
}

/** Files that no row names cost only room; a row whose file is gone is a loss. Looks at so many of each. */
export async function mediaAreThere(db: Db, folder: string) {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2))
  const { rows: newest } = await db.$client.execute({
    sql: "select distinct json_extract(media, '$.hash') as hash from messages where media is not null order by id desc limit ?",
    args: [NEWEST],
  })
  const wanted = newest.flatMap(({ hash }) => (hash === null ? [] : String(hash)))
  const gone = (await Promise.all(wanted.map(hash => Bun.file(pathOf(hash)).exists()))).filter(isThere => !isThere).length
  if (gone) throw new Error(`${gone} of the newest ${wanted.length} files are missing`)

  const files = await filesIn(folder)
  const named = await namedFiles(db, files)
  return `${files.length}${files.length === FILES ? ' or more' : ''} files, ${files.filter(hash => !named.has(hash)).length} of them named by nothing`
}

async function filesIn(folder: string) {
  const hashes: string[] = []
  if (!(await stat(folder).catch(() => undefined))) return hashes
  for await (const path of new Bun.Glob('??/*').scan({ cwd: folder })) {
    if (hashes.push(path.replace('/', '')) === FILES) break
  }
  return hashes
}
