import { join } from 'node:path'
import { schemaOf, see, union, type Schema, type Seen } from '../tests/answer-schema'
import { walk } from '../tests/answers'
import { openOffice } from '../tests/factories'

// Learns what the routes answer, for /openapi.json, and adds it to what is known: bun build/api-answers.ts [--anew]

const FILE = join(import.meta.dir, '../src/openapi-answers.json')
type Answers = Record<string, Record<string, Schema>>

const office = await openOffice()
const seen = new Map<string, Seen | undefined>()
for await (const { name, status, body } of walk(office)) {
  const key = `${name} ${status}`
  seen.set(key, body === undefined ? seen.get(key) : see(body, seen.get(key)))
}
await office.close()

const known: Answers = process.argv.includes('--anew') ? {} : ((await Bun.file(FILE).json()) as Answers)
const answers: Answers = {}
for (const [key, one] of seen) {
  const [, name, status] = /^(.*) (\d+)$/.exec(key)!
  const before = known[name!]?.[status!]
  const now = one ? schemaOf(one) : {}
  ;(answers[name!] ??= {})[status!] = before && one ? union(before, now) : now
}
const sorted = Object.fromEntries(Object.entries({ ...known, ...answers }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const lines = Object.entries(sorted).map(([name, answer]) => `  ${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
await Bun.write(FILE, `{\n${lines.join(',\n')}\n}\n`)
process.stdout.write(`${Object.keys(sorted).length} routes in ${FILE}\n`)
