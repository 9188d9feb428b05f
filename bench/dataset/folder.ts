import { existsSync } from 'node:fs'
import { constants, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from '../figures'
import { temporary } from '../temporary'

const LOADER = join(import.meta.dir, 'load.ts')
/** `seconds` where it was loaded in this run. */
type Loaded = { folder: string; seconds?: number }
let loaded: Promise<Loaded> | undefined

/** Loads companies into a folder, in a process of its own whose memory ends with it; how many seconds that took. */
export async function loadInto(folder: string, scale: number, companies = 1) {
  await mkdir(folder, { recursive: true })
  const began = performance.now()
  const child = Bun.spawn([process.execPath, LOADER, folder, String(scale), String(companies)], { stdout: 'ignore', stderr: 'inherit' })
  if (await child.exited) throw new Error('the data set was not loaded')
  return (performance.now() - began) / 1000
}

/** The data set that the benches of a run share, loaded when the first of them asks. `Options.data` keeps it for later runs. */
export const dataSet = ({ scale, data }: Options) => (loaded ??= prepare(scale, data))

async function prepare(scale: number, data: string | undefined): Promise<Loaded> {
  const folder = data ? join(data, `scale-${scale}`) : await temporary()
  return existsSync(join(folder, 'balcao.db')) ? { folder } : { folder, seconds: await loadInto(folder, scale) }
}

/** A data folder of its own for a bench that writes. */
export async function copyOf(folder: string) {
  const copy = await temporary()
  await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return copy
}
