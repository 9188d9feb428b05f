import { existsSync } from 'node:fs'
import { constants, cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Options } from '../figures'
import { temporary } from '../temporary'
import { PASSWORD } from './load'
import { reference, UNTIL } from './rows'

const SEED = join(import.meta.dir, 'seed.ts')
/** `seconds` where it was loaded in this run. */
type Loaded = { folder: string; seconds?: number }
let loaded: Promise<Loaded> | undefined

/** Loads companies into a folder, in a process of its own whose memory ends with it; how many seconds that took. */
export async function loadInto(folder: string, scale: number, companies = 1) {
  const began = performance.now()
  // The rows that the benches expect: `dataset` without a seed of its own.
  const options = { ...reference(scale), seed: 0, companies, password: PASSWORD, until: UNTIL, data: folder }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = Bun.spawn([process.execPath, SEED, ...args], { stdout: 'ignore', stderr: 'inherit' })
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
