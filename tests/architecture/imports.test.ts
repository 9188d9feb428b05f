import { expect, test } from 'bun:test'
import { allImports, sources, type Import } from './sources'

const isPackage = (target: string) =>
  !/^((src|web|plugins|tests|bench|build|migrations|dist)\/|package\.json)/.test(target) && !target.startsWith('.')
const said = ({ file, target }: Import) => `${file} imports ${target}`
const offending = async (files: string[], allowed: (one: Import) => boolean) =>
  (await allImports(files)).filter(one => !allowed(one)).map(said)

const moduleOf = (path: string) => /^src\/modules\/([^/]+)/.exec(path)?.[1]

test('a patch of a library knows packages, other patches and the kernel’s maps', async () => {
  const allowed = ({ target }: Import) => isPackage(target) || /^src\/(patches\/|kernel\/process\/lru$)/.test(target)
  expect(await offending(sources('src/patches'), allowed)).toEqual([])
})

test('the kernel knows packages, their patches and itself', async () => {
  expect(await offending(sources('src/kernel'), ({ target }) => isPackage(target) || /^src\/(kernel|patches)\//.test(target))).toEqual([])
})

test('the plugin runtime knows the kernel and the plugin API', async () => {
  const allowed = ({ target }: Import) => isPackage(target) || /^src\/(kernel\/|plugins\/|plugin$)/.test(target)
  expect(await offending(sources('src/plugins'), allowed)).toEqual([])
})

test('a module knows the kernel, other modules by their index, tables for a join or a key, and bodies for a body', async () => {
  const allowed = ({ file, target }: Import) => {
    const [own, other] = [moduleOf(file), moduleOf(target)]
    if (isPackage(target)) return !/baileys/.test(target)
    if (target.startsWith('src/kernel/') || own === other) return true
    if (/^src\/(plugin$|plugins\/)/.test(target)) return own === 'integrations'
    if (file.endsWith('/body.ts')) return target.endsWith('/body')
    return other !== undefined && /\/(index|schema)$/.test(target)
  }
  expect(await offending(sources('src/modules'), allowed)).toEqual([])
})

test('flows know the kernel, modules, each other and the plugin API; never Hono, never Baileys', async () => {
  const allowed = ({ target }: Import) =>
    isPackage(target) ? !/hono|baileys/.test(target) : /^src\/(kernel|flows)\/|^src\/plugin$|^src\/modules\/[^/]+\/index$/.test(target)
  expect(await offending(sources('src/flows'), allowed)).toEqual([])
})

test('WhatsApp knows the kernel and the port that it implements', async () => {
  const allowed = ({ target }: Import) =>
    isPackage(target)
      ? !target.startsWith('hono')
      : /^src\/(kernel|patches|whatsapp)(\/|$)|^src\/modules\/connections\/(index|schema)$/.test(target)
  expect(await offending(sources('src/whatsapp'), allowed)).toEqual([])
})

test('providers of payments know the kernel, the port that they implement and each other', async () => {
  const allowed = ({ target }: Import) =>
    isPackage(target) ? !/hono/.test(target) : /^src\/(kernel|payments)\/|^src\/modules\/payments\/index$/.test(target)
  expect(
    await offending(
      sources('src/payments').filter(file => !file.endsWith('.test.ts')),
      allowed,
    ),
  ).toEqual([])
})

test('nothing else imports Baileys but the sandbox', async () => {
  const others = sources('src').filter(file => !/^src\/(whatsapp|sandbox\/network|patches)\//.test(file))
  expect(await offending(others, ({ target }) => !/baileys|libsignal/.test(target))).toEqual([])
})

test('the sandbox knows nothing of the product', async () => {
  expect(
    await offending(sources('src/sandbox/network'), ({ target }) => isPackage(target) || target.startsWith('src/sandbox/network')),
  ).toEqual([])
})

test('a plugin knows the plugin API, the folder of its name and the kit of plugins, and the plugin API knows nothing', async () => {
  const own = ({ file, target }: Import) =>
    target.startsWith(`plugins/${/^plugins\/([^./]+)/.exec(file)![1]}/`) || target.startsWith('plugins/kit/')
  expect(await offending(sources('plugins'), one => isPackage(one.target) || one.target === 'src/plugin' || own(one))).toEqual([])
  expect(await offending(['src/plugin.ts'], ({ target, isType }) => isPackage(target) && (isType || target === 'valibot'))).toEqual([])
})

test('the web knows itself, what a request may hold, and of the server its types alone', async () => {
  const allowed = ({ target, isType }: Import) =>
    isPackage(target) ||
    target.startsWith('web/') ||
    /^src\/(modules\/[^/]+\/(body|api|registry|menu|pacing|spellings|quiet-hours)|sandbox\/body|kernel\/(ids|fields|phone|events\/event-name|media\/(spreadsheet(-limits)?|check-row))|flows\/text-variables)$/.test(
      target,
    ) ||
    (isType && target.startsWith('src/'))
  expect(await offending(sources('web'), allowed)).toEqual([])
})

test('what a request may hold brings nothing of the server into the web', async () => {
  const bodies = sources('src/modules', '*/{body,registry,menu,pacing}.ts')
  const used = new Set((await allImports(sources('web'))).filter(one => !one.isType).map(one => `${one.target}.ts`))
  const allowed = ({ target, isType }: Import) =>
    isType || target === 'valibot' || /^src\/kernel\/(ids|fields)$/.test(target) || /\/(body|api|spellings)$/.test(target)
  expect(
    await offending(
      bodies.filter(file => used.has(file)),
      allowed,
    ),
  ).toEqual([])
})

test('nothing imports what starts the product', async () => {
  const inner = sources('src', '{kernel,patches,plugins,modules,flows,whatsapp,sandbox/network}/**/*.ts')
  const top = /^src\/(main|app|routes|cli|boot|openapi|config)(\/|$)/
  expect(await offending(inner, ({ target, isType }) => isType || !top.test(target))).toEqual([])
})

test('the product imports nothing that builds, tests or measures it', async () => {
  const files = ['src', 'web', 'plugins'].flatMap(folder => sources(folder))
  expect(await offending(files, ({ target }) => !/^(build|tests|bench)\b/.test(target))).toEqual([])
})

/** Groups that import each other in a circle when the program runs. */
function circles(imports: [string, string][]) {
  const edges = Map.groupBy(imports, ([from]) => from)
  const found = new Set<string>()
  const walk = (at: string, path: string[]) => {
    const seen = path.indexOf(at)
    if (seen >= 0) return void found.add(path.slice(seen).toSorted().join(' ↔ '))
    for (const [, to] of edges.get(at) ?? []) walk(to, [...path, at])
  }
  for (const start of edges.keys()) walk(start, [])
  return [...found]
}

test('no modules import each other in a circle; tables may point at each other', async () => {
  const between = (await allImports(sources('src/modules')))
    .filter(({ isType, target }) => !isType && !/\/(schema|body)$/.test(target))
    .map(({ file, target }) => [moduleOf(file), moduleOf(target)] as [string, string | undefined])
    .filter((pair): pair is [string, string] => pair[1] !== undefined && pair[0] !== pair[1])
  const unique = [...new Map(between.map(pair => [pair.join(' '), pair])).values()]
  expect(circles(unique)).toEqual([])
})

/** Files that need each other when they run, and why that is left so: what is in one of them is only called, never read while they load. */
const CIRCLES: Record<string, string> = {
  'src/modules/campaigns/index.ts src/modules/campaigns/report.ts': 'a report begins with the campaign, whose index is the door to both',
  'src/modules/contacts/imports.ts src/modules/contacts/index.ts src/modules/contacts/merges.ts src/modules/contacts/phone-book.ts':
    'imports and merges are verbs of the noun, by its other verbs',
  'src/modules/schedules/calendar.ts src/modules/schedules/index.ts':
    'the repeats of a calendar are rows of the noun, which asks for the next of them',
  'src/sandbox/network/groups.ts src/sandbox/network/receive.ts src/sandbox/network/relay.ts':
    'what is received is relayed to a group, which tells it to its members',
  'src/sandbox/network/connection.ts src/sandbox/network/linking.ts src/sandbox/network/login.ts src/sandbox/network/pairing-code.ts src/sandbox/network/pairing.ts src/sandbox/network/queries.ts src/sandbox/network/router.ts':
    'a connection hands what comes to its handlers, which answer by it',
}

test('files of the server need each other in a circle nowhere but here; who mounts routes imports them, an index does not', async () => {
  const files = sources('src')
  const known = new Set(files)
  const needs = Map.groupBy(
    (await allImports(files)).filter(one => !one.isType),
    ({ file }) => file,
  )
  const of = (file: string) =>
    (needs.get(file) ?? []).flatMap(({ target }) => [`${target}.ts`, `${target}/index.ts`].find(path => known.has(path)) ?? [])
  const reached = new Map(files.map(file => [file, reachable(file, of)]))
  const circles = files.flatMap(file => {
    const circle = files.filter(other => reached.get(file)!.has(other) && reached.get(other)!.has(file))
    return circle[0] === file ? circle.join(' ') : []
  })
  expect(circles.toSorted()).toEqual(Object.keys(CIRCLES).toSorted())
  const mounts = (await allImports(sources('src/modules', '*/index.ts'))).filter(
    one => !one.isType && /^src\/modules\/[^/]+\/(plugin-)?routes$/.test(one.target),
  )
  expect(mounts.map(said)).toEqual([])
})

function reachable(from: string, of: (file: string) => string[], found = new Set<string>()) {
  for (const next of of(from))
    if (!found.has(next)) {
      found.add(next)
      reachable(next, of, found)
    }
  return found
}
