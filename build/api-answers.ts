import { join } from 'node:path'
import { schemaOf, see, union, type Schema, type Seen } from '../tests/answer-schema'
import { walk } from '../tests/answers'
import { openOffice } from '../tests/factories'
import { nouns } from '../src/nouns'

// Learns what the routes answer, for /openapi.json, and adds it to what is known: bun build/api-answers.ts [--anew] [--unseen]

const FILE = join(import.meta.dir, '../src/openapi-answers.json')
type Answers = Record<string, Record<string, Schema>>

const office = await openOffice()
const seen = new Map<string, Seen | undefined>()
const refused = new Map<string, string>()
for await (const { name, status, body } of walk(office, refused)) {
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

/** Most of these ask for a file, or for a state that no walk comes by: --unseen names them. A noun has no such excuse. */
const unseen = [...refused].filter(([name]) => !sorted[name]).toSorted(([a], [b]) => (a < b ? -1 : 1))
const own = new Set(nouns.flatMap(({ facts: { api } }) => [`GET ${api.path}`, `POST ${api.path}`, `PUT ${api.path}/{id}`]))
const wrong = unseen.filter(([name, answer]) => own.has(name) && /^5|ERR_VALIDATION/.test(answer))
const told = (some: typeof unseen) => some.map(([name, answer]) => `  ${name}: ${answer}\n`).join('')
process.stdout.write(
  `${unseen.length} others ask for what the walk has not, and were never seen to succeed; --unseen names them\n${process.argv.includes('--unseen') ? told(unseen) : ''}`,
)
if (wrong.length) {
  process.exitCode = 1
  process.stderr
    .write(`A noun refuses its sample, and stays unknown (v.metadata({ examples: […] }) at the field, or BODIES in tests/hostile/routes.ts):
${told(wrong)}`)
}
