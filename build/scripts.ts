import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { BuildArtifact, BuildConfig, BunPlugin } from 'bun'
import { hashed } from './hashed'
import { bundle, files, here } from './sources'
import { buildPageStyle } from './style'

/** The entry and what it needs at once, the inbox with it; the table of what comes later; `version` changes with any script of the web. */
export type Scripts = { entry: string; preload: string[]; table?: string; firstLoad: string[]; version: string }

/** An audio worklet, a worker and the style of a page are files of their own: importing one gives its address. */
async function addresses(web: string): Promise<BunPlugin> {
  const known = new Map<string, string>()
  for (const path of files('web', '**/*.{worklet,worker}.{ts,js}')) {
    const [script] = await bundle({ entrypoints: [path], target: 'browser' })
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
/** An icon without names of its lines, which React asks for in development alone, and without what only their own site reads. */
const bare = (text: string) =>
  text
    .replaceAll(/,\s+key: "\w+"/g, '')
    .replace(/,\s+aliases: \[[^\]]*\]/, '')
    .replace('__iconData.node;', '')

const icons: BunPlugin = {
  name: 'icons',
  setup(build) {
    build.onLoad({ filter: ICON }, async ({ path }) => ({ contents: bare(await Bun.file(path).text()), loader: 'js' }))
  },
}

/**
 * What comes later imports the application too. Bun makes a script of all modules that the same entries reach: without this, those of the
 * first load would be scattered over a script for each set of pages that use them too, and scripts are compressed one by one.
 */
function together(): BunPlugin {
  const application = here('web/app.tsx')
  const later = new Set<string>()
  for (const path of files('web', '**/*.{ts,tsx}')) {
    const scan = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' }).scanImports(readFileSync(path))
    for (const { kind, path: name } of scan)
      if (kind === 'dynamic-import' && name.startsWith('.')) later.add(Bun.resolveSync(name, dirname(path)))
  }
  return {
    name: 'together',
    setup(build) {
      build.onLoad({ filter: /\/web\/.*\.tsx?$/ }, async ({ path }) => {
        const text = await Bun.file(path).text()
        const contents = later.has(path) ? `import ${JSON.stringify(application)}\n${text}` : text
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
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

export async function buildScripts(web: string, config: Partial<BuildConfig> = {}): Promise<Scripts> {
  const naming = 'assets/[name]-[hash].[ext]'
  const outputs = await bundle({
    entrypoints: [here('web/main.tsx')],
    outdir: web,
    target: 'browser',
    splitting: true,
    publicPath: '/',
    naming: { entry: naming, chunk: naming, asset: naming },
    loader: { '.wasm': 'file' },
    plugins: [await addresses(web), ...(config.minify === false ? [] : [icons, together()])],
    ...config,
  })
  const addressOf = ({ path }: BuildArtifact) => `/${relative(web, path)}`
  const isScript = ({ kind }: BuildArtifact) => kind === 'entry-point' || kind === 'chunk'
  const texts = outputs.filter(isScript).map(async output => [addressOf(output), await output.text()] as const)
  const scripts = new Map(await Promise.all(texts))
  const bundled = addressOf(outputs.find(({ kind }) => kind === 'entry-point')!)
  const preload = [...preloads(bundled, scripts)]
  const { entry, table } = await takeOutTable(web, bundled)
  const version = Bun.hash([...scripts.keys(), entry].toSorted().join()).toString(36)
  return { entry, preload, table, firstLoad: [entry, ...preload], version }
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
