import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { BuildMetafile, BunPlugin } from 'bun'
import { files, here } from './sources'

// Bun makes a script of all modules that the same entries reach, and every import() is an entry: left alone, it scatters the web over a script
// for each set of pages that use the same things, hundreds of a few hundred bytes, which a browser fetches six at a time and which compress
// badly. Here entries are made to reach more than they use, where that costs nothing or little.

const loaderOf = (path: string) => (path.endsWith('x') ? 'tsx' : 'ts')
const resolved = (name: string, from: string) => Bun.resolveSync(name, dirname(from))

/** What a source imports of ours, at once or later. */
function importsOf(path: string, kind: 'import-statement' | 'dynamic-import') {
  const found = new Bun.Transpiler({ loader: loaderOf(path) }).scanImports(readFileSync(path))
  return found.filter(one => one.kind === kind && /^\..*(?<!\.css)$/.test(one.path)).map(one => resolved(one.path, path))
}
/** The sources that one needs before it can run. */
export function reachedAtOnce(from: string, seen = new Set<string>()) {
  if (seen.has(from) || !/\.tsx?$/.test(from)) return seen
  seen.add(from)
  for (const path of importsOf(from, 'import-statement')) reachedAtOnce(path, seen)
  return seen
}

const START = here('web/start.tsx')
const APPLICATION = here('web/app.tsx')
const INSIDE = here('web/inside.tsx')
/** Who sets up goes inside next. */
const SETUP = here('web/pages/setup.tsx')

/** What comes later, and what of that whoever has not signed in may need. */
function laterOnes() {
  const sources = files('web', '**/*.{ts,tsx}').filter(path => !/\.test\.tsx?$/.test(path))
  const later = new Set(sources.flatMap(path => importsOf(path, 'dynamic-import')))
  const atOnce = [...reachedAtOnce(START)]
  const outside = new Set([
    START,
    ...atOnce.flatMap(path => importsOf(path, 'dynamic-import')).filter(path => path !== INSIDE && path !== SETUP),
  ])
  return { later, outside }
}

const DESK = [here('web/shell/soon.ts'), here('web/pages/tickets/conversation/conversation-pane.tsx')]
/** Minified bytes of what is small: a script of its own would be mostly headers. */
const SMALL = 4_000
/** Whoever is inside fetches nearly all of the desk in the same moment: larger ones come together too, for a few kB more where no ticket is open. */
const SMALL_OF_DESK = 12_000
/** What several entries share comes as one script a group, the first whose members need it; what is large stays on its own. */
const GROUPS = [
  { name: 'everywhere', needs: (entries: Set<string>, isStrangers: boolean) => isStrangers && entries.has(INSIDE), largest: Infinity },
  { name: 'strangers', needs: (_: Set<string>, isStrangers: boolean) => isStrangers, largest: Infinity },
  { name: 'desk', needs: (entries: Set<string>) => DESK.some(entry => entries.has(entry)), largest: SMALL_OF_DESK },
  { name: 'pages', needs: () => true, largest: SMALL },
]

/** The modules of each group, and the groups of which an entry uses something. */
type Shared = { members: Map<string, string[]>; groupsOf: Map<string, Set<string>> }

/** What belongs in a group of a build that was made without them. */
export function sharedIn({ outputs }: BuildMetafile): Shared {
  const reaching = new Map<string, Set<string>>()
  const importsAtOnce = (path: string) => outputs[path]!.imports.filter(one => one.kind === 'import-statement' && outputs[one.path])
  function reach(path: string, entry: string) {
    const entries = reaching.get(path) ?? new Set()
    if (entries.has(entry)) return
    reaching.set(path, entries.add(entry))
    for (const one of importsAtOnce(path)) reach(one.path, entry)
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint) reach(path, resolve(entryPoint))
  const { outside } = laterOnes()
  const strangers = [...outside].filter(path => path.startsWith(here('web/pages/')))
  // What the start and everything inside reach is there by then.
  const isThere = (entries: Set<string>) => entries.has(START) || (entries.has(INSIDE) && !strangers.some(entry => entries.has(entry)))
  function groupOf(path: string): string | undefined {
    const entries = reaching.get(path)
    if (!entries || outputs[path]!.entryPoint || isThere(entries)) return undefined
    const isStrangers = strangers.some(entry => entries.has(entry))
    const group = GROUPS.find(({ needs }) => needs(entries, isStrangers))!
    // A member brings all that it needs to whoever uses the group.
    const isLight = group.largest === Infinity || importsAtOnce(path).every(one => isThere(reaching.get(one.path)!) || groupOf(one.path))
    return isLight && outputs[path]!.bytes <= group.largest ? group.name : undefined
  }
  const members = new Map<string, string[]>()
  const groupsOf = new Map<string, Set<string>>()
  for (const [path, { inputs }] of Object.entries(outputs)) {
    const group = groupOf(path)
    if (!group) continue
    members.set(group, [
      ...(members.get(group) ?? []),
      ...Object.keys(inputs)
        .map(input => resolve(input))
        .filter(existsSync),
    ])
    for (const entry of reaching.get(path)!) groupsOf.set(entry, (groupsOf.get(entry) ?? new Set()).add(group))
  }
  return { members, groupsOf }
}

const GROUP = /^group:/
/** A package that has no side effects is left out where nothing of it is used. */
const membersUsed = (paths: string[]) => {
  const names = paths.map((_, i) => `m${i}`)
  const isIcon = (path: string) => path.includes('lucide-react')
  const imports = paths.map((path, i) => `import ${isIcon(path) ? `${names[i]} from ` : ''}${JSON.stringify(path)}`)
  return `${imports.join('\n')}\n;[${names.filter((_, i) => isIcon(paths[i]!)).join()}].at()`
}

/** Makes entries import what is there by then, and the groups that they use something of. */
export function together(shared?: Shared): BunPlugin {
  const { later, outside } = laterOnes()
  /** What is there by then: the application, and behind the login what stands around every page. */
  const layersOf = (path: string) => (later.has(path) ? (outside.has(path) ? [APPLICATION] : [APPLICATION, INSIDE]) : [])
  return {
    name: 'together',
    setup(build) {
      build.onResolve({ filter: GROUP }, ({ path }) => ({ path: path.replace(GROUP, ''), namespace: 'group' }))
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({ contents: membersUsed(shared!.members.get(path)!), loader: 'js' }))
      build.onLoad({ filter: /\/web\/.*\.tsx?$/ }, async ({ path }) => {
        const more = [...layersOf(path), ...[...(shared?.groupsOf.get(path) ?? [])].map(name => `group:${name}`)]
        const text = await Bun.file(path).text()
        return { contents: [...more.map(name => `import ${JSON.stringify(name)}`), text].join('\n'), loader: loaderOf(path) }
      })
    },
  }
}
