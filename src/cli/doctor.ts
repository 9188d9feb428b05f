import { access, constants, statfs } from 'node:fs/promises'
import { openStore } from '#kernel/libsql'
import { readConfig } from '../config'

type Check = { name: string; ok: boolean; detail: string }
const MIN_FREE = 500 * 1024 * 1024

/** Looks at an installation from outside: folder, disk, database, server; `quick` asks the server alone. True when all is well. */
export async function doctor(say: (text: string) => void, quick: boolean): Promise<boolean> {
  const config = readConfig(process.env)
  const checks: Check[] = []
  const check = async (name: string, look: () => Promise<string>) =>
    void checks.push(
      await look().then(
        detail => ({ name, ok: true, detail }),
        (error: Error) => ({ name, ok: false, detail: error.message }),
      ),
    )

  if (!quick) await checkStorage()
  await check('server', async () => {
    const response = await fetch(`http://127.0.0.1:${config.port}/healthz`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    if (!response?.ok) throw new Error(`nothing healthy answers at port ${config.port}`)
    return `answers at port ${config.port}`
  })

  for (const { name, ok, detail } of checks) say(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`)
  return checks.every(one => one.ok)

  async function checkStorage() {
    await check('data folder', async () => {
      await access(config.dataDir, constants.W_OK)
      return config.dataDir
    })
    await check('disk', async () => {
      const { bavail, bsize } = await statfs(config.dataDir)
      if (bavail * bsize < MIN_FREE) throw new Error(`only ${Math.floor((bavail * bsize) / 1e6)} MB are free`)
      return `${Math.floor((bavail * bsize) / 1e9)} GB free`
    })
    await check('database', async () => {
      const store = await openStore(config.databaseUrl, config.databaseToken)
      try {
        const { rows } = await store.client.execute('select integrity_check from pragma_integrity_check limit 1')
        if (String(rows[0]?.[0]) !== 'ok') throw new Error(`integrity: ${rows[0]?.[0]}`)
        return 'whole'
      } finally {
        store.close()
      }
    })
  }
}
