import { chmod, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { randomToken } from '../http/tokens'
import { syncFolder } from './sync-folder'

const NAMES = ['session', 'media', 'seal', 'installation'] as const
const MISSING =
  'it is missing beside a database that is in use; put it back from the same backup, or write {} into it: what was sealed with it, as passwords and keys, is given anew then, and everybody signs in again'
type Secrets = Record<(typeof NAMES)[number], string>

/**
 * The installation's own secrets: generated at the first start, stored in the data folder with mode 0600. Beside a database that is in use
 * a file that is missing, or can't be read, is not replaced: everything sealed with its secrets would be lost. `{}` stands for new ones.
 */
export async function installationSecrets(dataDir: string, isNew: boolean): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT' && isNew) return '{}'
    throw error.code === 'ENOENT' ? new Error(MISSING) : error
  })
  const stored = JSON.parse(text) as Partial<Secrets>
  const secrets = Object.fromEntries(NAMES.map(name => [name, stored[name] ?? randomToken()])) as Secrets
  if (NAMES.some(name => !stored[name])) {
    // Atomic by rename, of what is on the disk: half a file, or an empty one after a power cut, would lock everybody out.
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify(secrets))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
    await syncFolder(dataDir)
  }
  await chmod(path, 0o600)
  return secrets
}
