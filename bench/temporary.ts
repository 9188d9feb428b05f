import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []
process.once('exit', () => made.forEach(folder => rmSync(folder, { recursive: true, force: true })))

/** A folder that goes with this process, however it ends. */
export async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'))
  made.push(folder)
  return folder
}
