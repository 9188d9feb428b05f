import { join } from 'node:path'
import { BuildError } from './sources'

/**
 * What a browser with nothing in its cache may fetch, brotli, in kB, until the login stands, or the list of the inbox: all of it, texts too,
 * as its own panel counts (tests/e2e/first-load.test.ts does the same). React alone is 56 kB. What makes the inbox whole and fast follows
 * when its first rows are drawn, and is not in it.
 */
export const BUDGET = { login: { script: 100, style: 15 }, inbox: { script: 100, style: 15 } }

type Load = { script: string[]; style: string[] }
type Name = keyof typeof BUDGET

const kilobytes = (web: string, addresses: string[]) =>
  addresses.reduce((sum, address) => sum + Bun.file(join(web, `${address}.br`)).size, 0) / 1000

/** Measures the packed web; throws when a first load is beyond its budget. */
export function weigh(web: string, loads: Record<Name, Load>) {
  const weights = (Object.keys(BUDGET) as Name[]).flatMap(name =>
    (['script', 'style'] as const).map(kind => ({ name, kind, is: kilobytes(web, loads[name][kind]), atMost: BUDGET[name][kind] })),
  )
  const said = weights.map(({ name, kind, is, atMost }) => `${name} ${kind} ${is.toFixed(1)} of ${atMost} kB`)
  const line = `first load, brotli: ${said.join(', ')}`
  if (weights.some(({ is, atMost }) => is > atMost)) throw new BuildError(`${line}: more than build/budget.ts allows`)
  return line
}
