import { open } from 'node:fs/promises'

/** What a folder names is on the disk: a file that was put into it, or got its name there, is not before. Windows sees to it by itself. */
export async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync().catch(ignoreUnknown)
  } finally {
    await folder.close()
  }
}

/** Some file systems of a network know no such thing, and see to it or not. */
function ignoreUnknown(error: NodeJS.ErrnoException) {
  if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error
}
