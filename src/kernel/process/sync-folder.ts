import { open } from 'node:fs/promises'

/** What a folder names is on the disk: a file that was put into it, or got its name there, is not before. Windows sees to it by itself. */
export async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
