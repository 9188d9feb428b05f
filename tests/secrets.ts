import { Database } from 'bun:sqlite'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// A whole run keeps what every process of the product logs at its finest level, and what may stand in none of those logs.
// `npm test` names the folder, and reads it at the end.
const folder = process.env.TEST_RUN

/** The level of a product in a test: TEST_LOG, which is `trace` in a whole run. */
export const logLevel = (usual: string) => process.env.TEST_LOG ?? usual

/** Keeps what a process of the product printed. */
export function keepLog(name: string, printed: Uint8Array | string) {
  if (folder) appendFileSync(join(folder, `${name}.log`), printed)
}

const LIST = 'secrets.jsonl'
/** Shorter texts stand in logs by chance. */
const SHORTEST = 8
type Kept = { what: string; text: string }
const kept = new Set<string>()

/** Remembers texts that no log may hold; `what` names them in a report. */
export function keepSecrets(what: string, texts: Iterable<string | null | undefined>) {
  if (!folder) return
  const fresh: string[] = []
  for (const text of texts) {
    if (!text || text.length < SHORTEST || kept.has(text)) continue
    kept.add(text)
    fresh.push(`${JSON.stringify({ what, text } satisfies Kept)}\n`)
  }
  if (fresh.length) appendFileSync(join(folder, LIST), fresh.join(''))
}

const sealed = new WeakMap<object, string[]>()
/** Remembers what no answer and no event of a product may tell. */
export function neverTold(product: object, texts: string[]) {
  sealed.set(product, texts)
}

/** Throws when something that a product told holds what it must keep to itself; keeps the secrets that it may tell. */
export function mustNotTell(product: object, where: string, text: string, own: string[]) {
  if ([...(sealed.get(product) ?? []), ...own].some(secret => secret && text.includes(secret))) throw new Error(`${where} told a secret`)
  if (folder)
    keepSecrets(
      'token',
      [...text.matchAll(/"token":"([^"]+)"|[?&]s=([\w-]{32})/g)].map(([, token, signature]) => token ?? signature),
    )
}

/** A key as hands and programs write it down. */
const spellings = (bytes: Buffer) => [
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
  bytes.toString('hex'),
  // As consoles print bytes: one number after the other.
  ...[',', ', '].map(comma => [...bytes.subarray(0, 8)].join(comma)),
  [...bytes.subarray(0, 8)].map((byte, at) => `"${at}":${byte}`).join(','),
  bytes.subarray(0, 8).toString('hex').match(/../g)!.join(' '),
]

/** Everything that an installation in `path` must keep to itself: its own secrets, Signal's keys, and what people said to each other. */
export function keepInstallations(path: string) {
  if (!folder) return
  for (const name of new Bun.Glob('**/secrets.json').scanSync({ cwd: path }))
    keepSecrets('secret of an installation', Object.values(JSON.parse(readFileSync(join(path, name), 'utf8')) as Record<string, string>))
  for (const name of new Bun.Glob('**/balcao.db').scanSync({ cwd: path })) keepDatabase(join(path, name))
}

function keepDatabase(path: string) {
  const db = new Database(path)
  const column = (query: string) =>
    db
      .query<{ text: string | null }, []>(query)
      .all()
      .map(row => row.text)
  try {
    keepSecrets('password', column('select password_hash as text from users'))
    keepSecrets('number', column('select number as text from contacts'))
    keepSecrets('message', column('select distinct body as text from messages where length(body) between 12 and 500 limit 5000'))
    const keys = column('select value as text from wa_creds union all select value from (select value from wa_keys limit 100)')
    const bytes = keys.flatMap(text => [...(text ?? '').matchAll(/"([A-Za-z\d+/]{43}=)"/g)].map(([, key]) => Buffer.from(key!, 'base64')))
    keepSecrets('key of Signal', bytes.flatMap(spellings))
  } catch {
    // A test has left the database broken or without its tables: nothing in it was ever known.
  } finally {
    db.close()
  }
}

/** Where a log of a run's folder holds what it may not: file, line and kind, never the secret itself. */
export function leaks(run: string): string[] {
  const byStart = new Map<string, Kept[]>()
  const list = join(run, LIST)
  for (const line of existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []) {
    const { what, text } = JSON.parse(line) as Kept
    for (const spelt of new Set([text, JSON.stringify(text).slice(1, -1)])) {
      const start = spelt.slice(0, SHORTEST)
      byStart.set(start, [...(byStart.get(start) ?? []), { what, text: spelt }])
    }
  }
  const found = new Set<string>()
  for (const name of readdirSync(run).filter(name => name.endsWith('.log')))
    for (const [at, line] of readFileSync(join(run, name), 'utf8').split('\n').entries())
      for (let from = 0; from + SHORTEST <= line.length; from++)
        for (const { what, text } of byStart.get(line.slice(from, from + SHORTEST)) ?? [])
          if (line.startsWith(text, from)) found.add(`${what} in ${name}:${at + 1}`)
  return [...found]
}
