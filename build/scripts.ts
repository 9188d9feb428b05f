import { basename, relative } from 'node:path'
import type { BuildArtifact, BuildConfig, BunPlugin } from 'bun'
import { hashed } from './hashed'
import { bundle, files, here } from './sources'
import { buildPageStyle } from './style'

/** The entry and what it needs at once, the inbox with it; `version` changes with any script of the web. */
export type Scripts = { entry: string; preload: string[]; firstLoad: string[]; version: string }

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
/** What the inbox and what stands around it show at once. Beside a page that shows them too, each would be a script of its own. */
const FIRST_ICONS = [
  ...['bell', 'bot', 'check', 'contact-round', 'ellipsis-vertical', 'file-text', 'image', 'list-filter', 'map-pin', 'search'],
  ...['smartphone', 'triangle-exclamation-point', 'user-round', 'users', 'wifi-off', 'x'],
]
/** An icon without names of its lines, which React asks for in development alone, and without what only their own site reads. */
const bare = (text: string) =>
  text
    .replaceAll(/,\s+key: "\w+"/g, '')
    .replace(/,\s+aliases: \[[^\]]*\]/, '')
    .replace('__iconData.node;', '')

/** Icons without what weighs on the first load, and those of it in one script. */
const icons: BunPlugin = {
  name: 'icons',
  setup(build) {
    build.onLoad({ filter: ICON }, async ({ path }) => {
      const at = FIRST_ICONS.indexOf(ICON.exec(path)![1]!)
      const contents = at < 0 ? bare(await Bun.file(path).text()) : `export { icon${at} as default } from 'first-icons'`
      return { contents, loader: 'js' }
    })
    build.onResolve({ filter: /^first-icons$/ }, ({ path }) => ({ path, namespace: 'icons' }))
    build.onLoad({ filter: /^first-icons$/, namespace: 'icons' }, () => ({
      contents: FIRST_ICONS.map((name, at) => `export { default as icon${at} } from 'first-icon:${name}'`).join('\n'),
      loader: 'js',
    }))
    const folder = here('node_modules/lucide-react/dist/esm/icons')
    build.onResolve({ filter: /^first-icon:/ }, ({ path }) => ({ path: path.slice('first-icon:'.length), namespace: 'icon' }))
    build.onLoad({ filter: /./, namespace: 'icon' }, async ({ path }) => ({
      contents: bare(await Bun.file(`${folder}/${path}.mjs`).text())
        .replaceAll("'../", `'${folder}/../`)
        .replaceAll('"../', `"${folder}/../`),
      loader: 'js',
    }))
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
    plugins: [await addresses(web), ...(config.minify === false ? [] : [icons])],
    ...config,
  })
  const addressOf = ({ path }: BuildArtifact) => `/${relative(web, path)}`
  const isScript = ({ kind }: BuildArtifact) => kind === 'entry-point' || kind === 'chunk'
  const texts = outputs.filter(isScript).map(async output => [addressOf(output), await output.text()] as const)
  const scripts = new Map(await Promise.all(texts))
  const entry = addressOf(outputs.find(({ kind }) => kind === 'entry-point')!)
  const preload = preloads(entry, scripts)
  const version = Bun.hash([...scripts.keys()].toSorted().join()).toString(36)
  return { entry, preload: [...preload], firstLoad: [entry, ...preload], version }
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
