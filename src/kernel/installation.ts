import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomToken } from './auth'

const NAMES = ['session', 'media', 'seal', 'installation'] as const
export type Secrets = Record<(typeof NAMES)[number], string>

/** The installation's own secrets, made at the first start and kept in the data folder for its owner alone. */
export async function installationSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const known = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Partial<Secrets>
  const secrets = Object.fromEntries(NAMES.map(name => [name, known[name] ?? randomToken()])) as Secrets
  if (NAMES.some(name => !known[name])) await writeFile(path, JSON.stringify(secrets), { mode: 0o600 })
  await chmod(path, 0o600)
  return secrets
}
