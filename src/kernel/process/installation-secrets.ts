import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomToken } from '../http/tokens'

const NAMES = ['session', 'media', 'seal', 'installation'] as const
export type Secrets = Record<(typeof NAMES)[number], string>

/** The installation's own secrets, made at the first start and kept in the data folder for its owner alone. */
export async function installationSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const known = JSON.parse(await readFile(path, 'utf8').catch(whenMissing)) as Partial<Secrets>
  const secrets = Object.fromEntries(NAMES.map(name => [name, known[name] ?? randomToken()])) as Secrets
  if (NAMES.some(name => !known[name])) {
    // Whole or not at all: half a file would lock everybody out.
    await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  await chmod(path, 0o600)
  return secrets
}

/** Secrets that are there and can't be read must not be made anew: what they sealed would be lost. */
function whenMissing(error: { code?: string }) {
  if (error.code !== 'ENOENT') throw error
  return '{}'
}
