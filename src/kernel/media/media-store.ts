import { createHash } from 'node:crypto'
import { renameSync, statSync, unlinkSync, utimesSync } from 'node:fs'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ErrorCode } from '../errors'
import { signature, sameText } from '#kernel/http/tokens'
import { byteBudget } from '#kernel/process/byte-budget'
import { syncFolder } from '#kernel/process/sync-folder'

type Chunks = AsyncIterable<Uint8Array> | Uint8Array[]
type Stored = { hash: string; size: number; mimetype: string; fileName: string | null }

const HASH = /^[a-f0-9]{64}$/
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/
/** Types that are safe in a header: the sender of the file chose it (header injection). */
const TYPE = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/
const LIFETIME = 24 * 3600 * 1000
/** How long a file that was saved may wait for the row that names it. */
export const UNNAMED_MS = 3600_000

const MB = 1024 * 1024
/** What all files on their way hold in memory together, on a machine of one gigabyte: those that are worked on, and those received. */
const MEMORY_BYTES = 96 * MB
const RECEIVED_BYTES = 64 * MB
/** What of the disk is left to messages, customers' files and the database: below it the doctor warns, and files of people are refused. */
export const RESERVE_BYTES = 500 * MB
/** Files that are looked at in one turn of the event loop. */
const SOME = 500
/** What one that is written as it comes holds of it. */
const STREAM_BYTES = 4 * MB

/**
 * Files by content hash under one folder. Addresses are signed for one file, name and type, and expire. Without an origin they are
 * relative: every client finds them where it found the rest, and none is told an address that only another one can reach.
 */
export function mediaStore(folder: string, secret: string, origin = ''): MediaStore {
  const holding = byteBudget(MEMORY_BYTES)
  /** Apart: whatever people send, there is room for what customers sent. */
  const receiving = byteBudget(RECEIVED_BYTES)
  const path = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2))
  const parts = join(folder, 'parts')

  /** Folders whose own names are on the disk. */
  const lasting = new Set<string>()

  /** The name of a file is on the disk, whoever put it there: a part without one is cleared away at the next start. */
  async function nameLasts(target: string) {
    const its = dirname(target)
    await syncFolder(its)
    if (lasting.has(its)) return
    for (const above of [folder, dirname(folder)]) await syncFolder(above)
    lasting.add(its)
  }

  async function place(part: string, hash: string) {
    const target = path(hash)
    await mkdir(dirname(target), { recursive: true })
    // Synchronous, as `release` is: nothing comes between its look at a file's age and its end.
    renameSync(part, target)
    await nameLasts(target)
  }

  /** Whether there is a whole file, which is as young then as one that was just written. */
  function touch(target: string, size: number) {
    try {
      if (statSync(target).size !== size) return false
      const now = new Date()
      utimesSync(target, now, now)
      return true
    } catch {
      return false
    }
  }

  /**
   * Writes what comes to a part of its own; nothing is left of it when its source throws. What lasts is on the disk before it has its name:
   * the row that names it is committed next, and a power cut would leave it the name of an empty file.
   */
  async function write(chunks: Chunks, lasts: boolean) {
    await mkdir(parts, { recursive: true })
    const part = join(parts, crypto.randomUUID())
    const digest = createHash('sha256')
    let size = 0
    try {
      const file = await open(part, 'wx')
      try {
        for await (const chunk of chunks) {
          digest.update(chunk)
          size += chunk.length
          await file.appendFile(chunk)
        }
        if (lasts) await file.datasync()
      } finally {
        await file.close()
      }
      return { part, hash: digest.digest('hex'), size }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** A part takes its place when it is whole. */
  async function saveStream(chunks: Chunks) {
    const { part, hash, size } = await write(chunks, true)
    try {
      await place(part, hash)
      return { hash, size }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  return {
    path,
    holding,
    async free() {
      const { bavail, bsize } = await statfs(dirname(folder))
      return bavail * bsize
    },
    async spooled(chunks, work) {
      const { part } = await write(chunks, false)
      try {
        return await work(Bun.file(part))
      } finally {
        await rm(part, { force: true })
      }
    },
    async clearParts() {
      const begun = await readdir(parts).catch(() => undefined)
      for (const name of begun ?? []) await rm(join(parts, name), { force: true })
      return begun !== undefined
    },
    removeParts: () => rm(parts, { recursive: true, force: true }),
    async savedLast() {
      let saved: { hash: string; at: number }[] = []
      for (const shard of await readdir(folder).catch(() => [])) {
        if (shard.length !== 2) continue
        for (const [n, name] of (await readdir(join(folder, shard))).entries()) {
          const found = statSync(join(folder, shard, name), { throwIfNoEntry: false })
          if (found) saved.push({ hash: shard + name, at: found.mtimeMs })
          if (n % SOME === SOME - 1) await new Promise(setImmediate)
        }
        const newest = saved.reduce((latest, { at }) => Math.max(latest, at), 0)
        saved = saved.filter(({ at }) => at > newest - UNNAMED_MS)
      }
      return saved.map(({ hash }) => hash)
    },
    async save(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }> {
      if (!(bytes instanceof Uint8Array)) return receiving(STREAM_BYTES, () => saveStream(bytes))
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (touch(path(hash), bytes.length)) await nameLasts(path(hash))
      else await saveStream([bytes])
      return { hash, size: bytes.length }
    },
    release(hash) {
      const target = path(hash)
      const found = statSync(target, { throwIfNoEntry: false })
      if (found && Date.now() - found.mtimeMs < UNNAMED_MS) return false
      if (found) unlinkSync(target)
      return true
    },
    read: (hash: string) => Bun.file(path(hash)),
    /** A signed address that opens without a session for one to two days; the same within a day, so that browsers cache it. */
    address({ hash, mimetype, fileName }: Pick<Stored, 'hash' | 'mimetype' | 'fileName'>, from = origin) {
      const until = Math.ceil(Date.now() / LIFETIME + 1) * LIFETIME
      const query = new URLSearchParams({ t: mimetype, n: fileName ?? '', e: String(until) })
      query.set('s', signature(`${hash}|${mimetype}|${fileName ?? ''}|${until}`, secret))
      return `${from}/media/${hash}?${query}`
    },
    /** Serves a signed address: Range, nosniff, and a Content-Security-Policy under which no script of the file runs. */
    async serve(request: Request): Promise<Response> {
      const url = new URL(request.url)
      const hash = url.pathname.split('/').pop()!
      const [type, name, until, given] = ['t', 'n', 'e', 's'].map(key => url.searchParams.get(key) ?? '') as [
        string,
        string,
        string,
        string,
      ]
      const genuine =
        HASH.test(hash) && sameText(given, signature(`${hash}|${type}|${name}|${until}`, secret)) && Number(until) > Date.now()
      const missing = (error: ErrorCode) => Response.json({ error }, { status: 404 })
      if (!genuine) return missing('ERR_NO_MEDIA_FOUND')
      const file = Bun.file(path(hash))
      if (!(await file.exists())) return missing('ERR_WAPP_DOWNLOAD_MEDIA')
      const headers = new Headers({
        'content-type': TYPE.test(type) ? type : 'application/octet-stream',
        'content-disposition': `${TYPE.test(type) && INLINE.test(type.split(';')[0]!) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name || hash.slice(0, 12))}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
        'cache-control': 'private, max-age=86400, immutable',
        'accept-ranges': 'bytes',
      })
      return ranged(file, request.headers.get('range'), headers)
    },
  }
}
export type MediaStore = {
  path(hash: string): string
  /** Keeps a file; one that comes in chunks is written as it comes, and not at all when its source throws. */
  save(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }>
  /** Runs work that holds so many bytes of files in memory, when all such work together, and that of the owner, leaves room for it. */
  holding: ReturnType<typeof byteBudget>
  /** Bytes that are free on the disk. */
  free(): Promise<number>
  /** Writes what comes to a file that is there for the work alone. */
  spooled<T>(chunks: AsyncIterable<Uint8Array>, work: (file: ReturnType<typeof Bun.file>) => Promise<T>): Promise<T>
  /** Removes what a process that was killed had begun to write: whether one was, that wrote anything. The folder, which says so, stays. */
  clearParts(): Promise<boolean>
  /** Removes the folder too: nothing is left to look for. */
  removeParts(): Promise<void>
  /** The files of the last hour in which any came: of what a process that was killed had stored, the rows may be missing. */
  savedLast(): Promise<string[]>
  /** Removes a file that no row names; not one that was saved just now, whose row may be on its way: false then. */
  release(hash: string): boolean
  read(hash: string): ReturnType<typeof Bun.file>
  /** `from`: where its reader reaches the installation, when that is not where everybody does. */
  address(stored: Pick<Stored, 'hash' | 'mimetype' | 'fileName'>, from?: string): string
  serve(request: Request): Promise<Response>
}

function ranged(file: ReturnType<typeof Bun.file>, range: string | null, headers: Headers) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return new Response(file, { headers })
  const start = first ? Number(first) : Math.max(0, file.size - Number(last))
  const end = first && last ? Math.min(Number(last), file.size - 1) : file.size - 1
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  headers.set('content-length', String(end - start + 1))
  return new Response(file.slice(start, end + 1), { status: 206, headers })
}
