import { expect, test } from 'bun:test'
import { codeOf, sources, targetOf, tests } from './sources'

/** What is asked for in no way that imports show, and how it is. */
const ASKED: Record<string, string> = {
  'build/dev/assets.ts assets': 'stands in the place of the kernel’s while developing',
  'build/new/skeleton.ts words': 'stands in the text of a file that it writes',
  'src/kernel/errors.ts ErrorCatalogue': 'the product adds its refusals',
  'src/modules/companies/schema.ts retiredCompanies': 'a table that SQL names: migrations are made of what schemas export',
  'src/modules/tickets/schema.ts retiredTickets': 'a table that SQL names: migrations are made of what schemas export',
  'src/modules/users/schema.ts retiredUsers': 'a table that SQL names: migrations are made of what schemas export',
  'src/plugin.ts Settings': 'the plugin API',
}
/** The web's icons and what `soon` brings are taken by their names. */
const isTakenByName = (file: string) => /^web\/shell\/(icons|soon)\.tsx?$/.test(file)

const DECLARED =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface) (?:(\w+)|[[{]([^=]+?)[\]}](?: =|:))/gm
/** `import a, { b as c } from '…'`, `export { d } from '…'`, `export { e }`, `export * as f from '…'`, `export * from '…'`. */
const LISTED = /^(import|export) (?:type )?(?:\w+, )?(?:\{([^}]*)\}|\*(?: as (\w+))?)(?: from '([^']+)')?/gm
const LATE = /\bimport\(\s*'([^']+)'\s*\)/g
/** The names of a list, as they are called on both sides of it. */
const renamed = (list = '') =>
  [...list.matchAll(/(?:\btype )?(\w+)(?:(?: as |: )(\w+))?\s*(?:,|$)/g)].map(([, from, to]) => ({ from: from!, to: to ?? from! }))

type Asked = { target: string; name: string }

const behind = (names: string[], code: string) =>
  [...code.matchAll(new RegExp(`\\b(?:${names.join('|')})\\??\\.(\\w+)`, 'g'))].map(([, member]) => member!)

/** What is written behind the dot of a namespace, and behind that of what a file tells of it: itself, or the object that it is or is spread into. */
function membersOf(namespace: string, isTold: boolean, file: string, code: string, everything: string) {
  const use = code.search(new RegExp(`(?:\\.\\.\\.| = )${namespace}\\b`))
  const told = isTold ? namespace : [...code.slice(0, use + 1).matchAll(/^export const (\w+)/gm)].at(-1)?.[1]
  if (!told) return behind([namespace], code)
  const renamed = new RegExp(`\\b${told} as (\\w+)[^}\\n]*\\} from '(?:#modules/|\\.\\./)${file.split('/').at(-2)}'`, 'g')
  return [...behind([namespace], code), ...behind([told, ...[...everything.matchAll(renamed)].map(([, to]) => to!)], everything)]
}

/** What a file exports, passes on as a whole, and asks of others. */
async function read(file: string, everything: string) {
  const code = await codeOf(file)
  const declared = [...code.matchAll(DECLARED)].flatMap(([, name, several]) => name ?? renamed(several).map(({ to }) => to))
  const exports = new Set(declared.filter(name => name !== 'default'))
  const asks: Asked[] = []
  const passedOn: string[] = []
  const whole: { target: string; names: Set<string> }[] = []
  for (const [, verb, list, namespace, specifier] of code.matchAll(LISTED)) {
    const target = specifier && targetOf(file, specifier)
    for (const { from, to } of renamed(list)) {
      if (verb === 'export' && to !== 'default') exports.add(to)
      if (target) asks.push({ target, name: from })
    }
    if (list !== undefined || !target) continue
    if (!namespace) passedOn.push(target)
    else whole.push({ target, names: new Set(membersOf(namespace, verb === 'export', file, code, everything)) })
    if (namespace && verb === 'export') exports.add(namespace)
  }
  for (const [, specifier] of code.matchAll(LATE)) whole.push({ target: targetOf(file, specifier!), names: new Set(code.match(/\w+/g)) })
  return { exports, asks, passedOn, whole }
}

test('what a file exports is asked for by another one, be it a test', async () => {
  const files = [...new Set([...['src', 'web', 'plugins', 'build', 'bench'].flatMap(folder => sources(folder)), 'build.ts', ...tests()])]
  const everything = (await Promise.all(files.map(codeOf))).join('\n')
  const modules = new Map(await Promise.all(files.map(async file => [file, await read(file, everything)] as const)))
  const fileOf = (target: string) => ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map(end => target + end).find(path => modules.has(path))
  const used = new Set<string>()
  const ask = (file: string | undefined, name: string): void => {
    const asked = file ? modules.get(file) : undefined
    if (asked?.exports.has(name)) used.add(`${file} ${name}`)
    else for (const next of asked?.passedOn ?? []) ask(fileOf(next), name)
  }
  for (const { asks, whole } of modules.values()) {
    for (const { target, name } of asks) ask(fileOf(target), name)
    for (const { target, names } of whole) for (const name of names) ask(fileOf(target), name)
  }
  const exported = [...modules].flatMap(([file, { exports }]) => (isTakenByName(file) ? [] : [...exports].map(name => `${file} ${name}`)))
  expect(exported.filter(name => !used.has(name) && !ASKED[name])).toEqual([])
  expect(Object.keys(ASKED).filter(name => used.has(name) || !exported.includes(name))).toEqual([])
})
