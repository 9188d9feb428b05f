import { existsSync } from 'node:fs'
import { constants, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from '../figures'
import { temporary } from '../temporary'

const LOADER = join(import.meta.dir, 'load.ts')
const known = new Map<string, Promise<string>>()

/** Loads companies into a folder, in a process of its own whose memory ends with it; how many seconds that took. */
export async function loadInto(folder: string, scale: number, companies = 1) {
  await mkdir(folder, { recursive: true })
  await Promise.all(['', '-wal', '-shm'].map(end => rm(join(folder, `balcao.db${end}`), { force: true })))
  const began = performance.now()
  const child = Bun.spawn([process.execPath, LOADER, folder, String(scale), String(companies)], { stdout: 'ignore', stderr: 'inherit' })
  if (await child.exited) throw new Error('the data set was not loaded')
  return (performance.now() - began) / 1000
}

/** A data set that the benches of a run share: loaded when the first of them asks. `Options.data` keeps it for later runs. */
export function dataSet({ scale, data }: Options): Promise<string> {
  const name = `${data} ${scale}`
  if (!known.has(name)) known.set(name, prepare(scale, data))
  return known.get(name)!
}

async function prepare(scale: number, data: string | undefined) {
  const folder = data ?? (await temporary())
  if (!existsSync(join(folder, 'balcao.db'))) await loadInto(folder, scale)
  return folder
}

/** A data folder of its own for a bench that writes. */
export async function copyOf(folder: string) {
  const copy = await temporary()
  await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return copy
}
