import { join } from 'node:path'
import { BuildError } from './sources'

/**
 * What the first load may weigh, brotli, in kB: the scripts that open the inbox's lists, the style, and the table of which scripts each later
 * one needs, which is fetched beside them and which no list waits for. The texts of the language and an open conversation follow at once.
 */
export const BUDGET = { script: 100, style: 15, table: 6 }

const kilobytes = (web: string, addresses: string[]) =>
  addresses.reduce((sum, address) => sum + Bun.file(join(web, `${address}.br`)).size, 0) / 1000

/** Measures the packed web; throws when the first load is beyond its budget. */
export function weigh(web: string, { scripts, style, table }: { scripts: string[]; style: string; table?: string }) {
  const load = { script: kilobytes(web, scripts), style: kilobytes(web, [style]), table: kilobytes(web, table ? [table] : []) }
  const kinds = Object.keys(BUDGET) as (keyof typeof BUDGET)[]
  const said = kinds.map(kind => `${kind} ${load[kind].toFixed(1)} of ${BUDGET[kind]} kB`)
  const line = `first load, brotli: ${said.join(', ')}`
  if (kinds.some(kind => load[kind] > BUDGET[kind])) throw new BuildError(`${line}: more than build/budget.ts allows`)
  return line
}
