import { rm } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import type { BuildArtifact, BuildConfig, BunPlugin } from 'bun'
import { hashed } from './hashed'
import { bundle, files, here } from './sources'
import { buildPageStyle } from './style'
import { sharedIn, together } from './together'

/**
 * The entry and what the start needs, fetched side by side; the table of what comes later; what is fetched until the login stands, or the list of the inbox;
 * what is kept for a start without a line; `version` changes with any script of the web.
 */
export type Scripts = {
  entry: string
  preload: string[]
  /** What whoever is signed in needs beside it. */
  inside: string[]
  table?: string
  loads: Record<'login' | 'inbox', string[]>
  kept: string[]
  version: string
  /** The files that they are made of, where that is asked for: while it is not minified. */
  madeOf: Set<string>
}

/** An audio worklet, a worker and the style of a page are files of their own: importing one gives its address. */
async function addresses(web: string): Promise<BunPlugin> {
  const known = new Map<string, string>()
  for (const path of files('web', '**/*.{worklet,worker}.{ts,js}')) {
    const {
      outputs: [script],
    } = await bundle({ entrypoints: [path], target: 'browser' })
    known.set(path, await hashed(web, path.replace(/\.ts$/, '.js'), await script!.text()))
  }
  for (const path of files('web', '{pages,kit,shell}/**/*.css')) known.set(path, await buildPageStyle(web, path))
  const load = ({ path }: { path: string }) => ({
    contents: `export default ${JSON.stringify(known.get(path))}`,
    loader: 'js' as const,
  })
  const script = ({ path }: { path: string }) => ({ path: here(`web/${path.slice('script:'.length)}`), namespace: 'script' })
  return {
    name: 'addresses',
    setup(build) {
      build.onResolve({ filter: /^script:/ }, script)
      // React has it itself since 18.
      build.onResolve({ filter: /^use-sync-external-store\/shim(\/index\.js)?$/ }, () => ({ path: Bun.resolveSync('react', here('web')) }))
      build.onLoad({ filter: /./, namespace: 'script' }, load)
      build.onLoad({ filter: /\.worklet\.[jt]s$|\.css$/ }, load)
    },
  }
}

const ICON = /lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/
/** An icon without names of its lines, which React asks for in development alone, its size, which is that of all, and what their site reads. */
const bare = (text: string) =>
  text
    .replaceAll(/,\s+key: "\w+"/g, '')
    .replace('size: 24,', '')
    .replace(/,\s+aliases: \[[^\]]*\]/, '')
    .replace('__iconData.node;', '')

const icons: BunPlugin = {
  name: 'icons',
  setup(build) {
    build.onResolve({ filter: /\/createLucideIcon\.mjs$/ }, () => ({ path: here('build/drawn-icon.ts') }))
    build.onLoad({ filter: ICON }, async ({ path }) => ({ contents: bare(await Bun.file(path).text()), loader: 'js' }))
  },
}

/** The scripts that the entry needs at once, so that the browser fetches them side by side. */
function preloads(entry: string, scripts: Map<string, string>, seen = new Set<string>()) {
  for (const { kind, path } of new Bun.Transpiler({ loader: 'js' }).scanImports(scripts.get(entry) ?? '')) {
    const address = `/assets/${basename(path)}`
    if (kind === 'import-statement' && scripts.has(address) && !seen.has(address)) preloads(address, scripts, seen.add(address))
  }
  return seen
}

const TABLE = /([\w$]+)\(import\.meta\.url,\["\w+"[^;]*?\]\],\d+\);/
const IMPORT = /import\{([^}]*)\}from"[^"]+";/g

/**
 * Bun begins the entry with a table of which scripts each later one needs, so that they come side by side: with hundreds of names, which
 * nothing compresses, it is the largest part of it, and no list needs it. A script of its own brings it, beside the entry, which gets the name
 * of what is left of it: addresses are kept for ever. The table knows it by its old one, as what is there already and is never fetched.
 */
async function takeOutTable(web: string, entry: string) {
  const path = join(web, entry)
  const text = await Bun.file(path).text()
  const [table, register] = TABLE.exec(text) ?? []
  const [from] = [...text.matchAll(IMPORT)].find(([, names]) => register && names!.split(',').includes(register)) ?? []
  if (!table || !from) return { entry }
  await rm(path)
  return { entry: await hashed(web, 'main.js', text.replace(table, '')), table: await hashed(web, 'later.js', `${from}${table}`) }
}

/** Bundles twice: what belongs together is known when it was bundled once (together.ts). */
async function bundleTogether(config: BuildConfig, plugins: BunPlugin[]) {
  const { metafile } = await bundle({ ...config, outdir: undefined, plugins: [...plugins, together()], metafile: true })
  return bundle({ ...config, plugins: [...plugins, together(sharedIn(metafile!))] })
}

export async function buildScripts(web: string, config: Partial<BuildConfig> = {}): Promise<Scripts> {
  const naming = 'assets/[name]-[hash].[ext]'
  const all: BuildConfig = {
    entrypoints: [here('web/main.tsx')],
    outdir: web,
    target: 'browser',
    splitting: true,
    publicPath: '/',
    naming: { entry: naming, chunk: naming, asset: naming },
    loader: { '.wasm': 'file' },
    ...config,
  }
  const plugins = [await addresses(web)]
  const { outputs, metafile } =
    config.minify === false ? await bundle({ ...all, plugins, metafile: true }) : await bundleTogether(all, [...plugins, icons])
  const addressOf = ({ path }: BuildArtifact) => `/${relative(web, path)}`
  const isScript = ({ kind }: BuildArtifact) => kind === 'entry-point' || kind === 'chunk'
  const sources = outputs.filter(isScript).map(async output => [addressOf(output), await output.text()] as const)
  const scripts = new Map(await Promise.all(sources))
  const bundled = addressOf(outputs.find(({ kind }) => kind === 'entry-point')!)
  const named = (name: string) => [...scripts.keys()].find(address => address.startsWith(`/assets/${name}-`))!
  const withNeeds = (name: string) => [named(name), ...preloads(named(name), scripts)]
  const preload = [...new Set([...preloads(bundled, scripts), ...withNeeds('start')])]
  const { entry, table } = await takeOutTable(web, bundled)
  const first = [entry, ...preload, named('pt')]
  const loads = {
    login: [...new Set([...first, ...withNeeds('login'), named('more-pt')])],
    inbox: [...new Set([...first, ...withNeeds('inside')])],
  }
  const version = Bun.hash([...scripts.keys(), entry].toSorted().join()).toString(36)
  // Whoever starts without a line may read another language, or words of their company's own.
  const texts = ['more-pt', 'en', 'more-en', 'es', 'more-es', 'vocabulary']
  const kept = [...new Set([...loads.inbox, ...['installed', ...texts].map(named)])]
  const madeOf = new Set(Object.keys(metafile?.inputs ?? {}).map(path => resolve(path)))
  return { entry, preload, inside: withNeeds('inside'), table, loads, kept, version, madeOf }
}

/** The browser knows a service worker by its address, which must stay; its content changes with the build. */
export async function buildServiceWorker(web: string, version: string) {
  for (const worker of files('web', 'sw.ts'))
    await bundle({
      entrypoints: [worker],
      outdir: web,
      target: 'browser',
      naming: '[name].[ext]',
      define: { BUILD: JSON.stringify(version) },
    })
}
