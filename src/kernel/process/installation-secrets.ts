import { chmod, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { randomToken } from '../http/tokens'
import { syncFolder } from './sync-folder'

const NAMES = ['session', 'media', 'seal', 'installation'] as const
type Secrets = Record<(typeof NAMES)[number], string>

/** The installation's own secrets: generated at the first start, stored in the data folder with mode 0600. */
export async function installationSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const stored = JSON.parse(await readFile(path, 'utf8').catch(whenMissing)) as Partial<Secrets>
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

/** A file that exists and can't be read must not be replaced: everything sealed with its secrets would be lost. */
function whenMissing(error: { code?: string }) {
  if (error.code !== 'ENOENT') throw error
  return '{}'
}
