import { rename } from 'node:fs/promises'
import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import * as v from 'valibot'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import type { Logger } from '#kernel/process/log'

export type Version = [number, number, number]

const ADDRESS = 'https://web.whatsapp.com/sw.js'
const REVISION = /\\?"client_revision\\?":\s*(\d{1,12})/
/** Without them the page for old browsers is answered. */
const BROWSER = {
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}
const TIMEOUT_MS = 5_000
const DAY_MS = 24 * 60 * 60_000

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const Stored = v.object({ version: v.strictTuple([Amount, Amount, Amount]), at: Amount })
const unknown: v.InferOutput<typeof Stored> = { version: DEFAULT_CONNECTION_CONFIG.version, at: 0 }

/** Whether a version comes after another. */
const isNewer = (one: Version, other: Version) => {
  const at = one.findIndex((part, i) => part !== other[i])
  return at !== -1 && one[at]! > other[at]!
}

/**
 * The version that WhatsApp Web has at the moment: whoever says an older one may be refused. Cached in a file for a day;
 * while nobody answers, the last one known serves, and the library's own before there was one or when it is newer.
 */
export async function webVersion({
  path,
  fetch,
  log,
  address = ADDRESS,
}: {
  path: string
  fetch: GuardedFetch
  log: Logger
  address?: string
}) {
  const text = await Bun.file(path)
    .json()
    .catch(() => undefined)
  const parsed = v.safeParse(Stored, text)
  let known = parsed.success && isNewer(parsed.output.version, unknown.version) ? parsed.output : unknown

  async function ask(): Promise<Version> {
    const response = await fetch(address, { headers: BROWSER, timeoutMs: TIMEOUT_MS })
    const revision = REVISION.exec(await response.text())?.[1]
    if (!response.ok || !revision) throw new Error(`WhatsApp Web answered ${response.status} without a version`)
    return [2, 3000, Number(revision)]
  }

  return {
    current: (): Version => known.version,
    /** Asks when the last answer is a day old. A network without a way out is no error. */
    async refresh(now = Date.now()) {
      if (Math.abs(now - known.at) < DAY_MS) return
      try {
        const found = await ask()
        known = { version: isNewer(found, unknown.version) ? found : unknown.version, at: now }
        // Atomic by rename: half a file would be none.
        await Bun.write(`${path}.new`, JSON.stringify(known))
        await rename(`${path}.new`, path)
      } catch (error) {
        log.debug({ err: error }, 'the version of WhatsApp Web is not known')
      }
    },
  }
}
