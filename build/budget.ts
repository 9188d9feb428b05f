import { join } from 'node:path'
import { BuildError } from './sources'

/** What a browser may fetch, brotli, in kB, until the login or the list of the inbox can be used. */
export const BUDGET = { script: 112, style: 15 }

export type Load = { script: string[]; style: string[] }
const KINDS = Object.keys(BUDGET) as (keyof Load)[]

const kilobytes = (web: string, addresses: string[]) =>
  addresses.reduce((sum, address) => sum + Bun.file(join(web, `${address}.br`)).size, 0) / 1000

/** Measures the packed web, each of its first loads; throws when one is beyond its budget. */
export function weigh(web: string, loads: Record<string, Load>) {
  const weights = Object.entries(loads).map(([name, load]) => ({
    name,
    script: kilobytes(web, load.script),
    style: kilobytes(web, load.style),
  }))
  const said = weights.map(load => `${load.name} ${KINDS.map(kind => `${kind} ${load[kind].toFixed(1)} of ${BUDGET[kind]} kB`).join(', ')}`)
  const line = `first load, brotli: ${said.join('; ')}`
  if (weights.some(load => KINDS.some(kind => load[kind] > BUDGET[kind]))) throw new BuildError(`${line}: more than build/budget.ts allows`)
  return line
}
