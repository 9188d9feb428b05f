import { existsSync, watch } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { BunPlugin, BuildConfig } from 'bun'

const USAGE = `bun build.ts                        the web and dist/balcao for this machine
bun build.ts --target linux-arm64   the same for another machine, as dist/balcao-linux-arm64
bun build.ts web                    the web alone, into dist/web
bun build.ts dev                    the web and the server, started again on every change`

const TARGETS: Record<string, { os: string; cpu: string; addon: string }> = {
  'linux-x64': { os: 'linux', cpu: 'x64', addon: 'linux-x64-gnu' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', addon: 'linux-arm64-gnu' },
  'linux-x64-musl': { os: 'linux', cpu: 'x64', addon: 'linux-x64-musl' },
  'linux-arm64-musl': { os: 'linux', cpu: 'arm64', addon: 'linux-arm64-musl' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', addon: 'darwin-x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', addon: 'darwin-arm64' },
  'windows-x64': { os: 'win32', cpu: 'x64', addon: 'win32-x64-msvc' },
}

const ROOT = import.meta.dir
/** Where the web is made; it becomes dist/web when it is whole, so that builds side by side do not meet. */
const WEB = join(ROOT, `dist/web-${process.pid}`)
const EMOJI_LANGUAGES = ['pt', 'en', 'es']
const PACKED = /\.(js|css|html|json|svg|wasm|webmanifest|txt|ico)$/
const here = (path: string) => join(ROOT, path)
const files = (folder: string, pattern: string) => {
  const cwd = resolve(ROOT, folder)
  return existsSync(cwd) ? [...new Bun.Glob(pattern).scanSync({ cwd, absolute: true })].sort() : []
}

/** An error that says all there is to say: shown without its stack. */
class BuildError extends Error {}

async function bundle(config: BuildConfig) {
  const { outputs } = await Bun.build({ minify: true, define: { 'process.env.NODE_ENV': '"production"' }, ...config })
  return outputs
}

/** Writes a file of the web under a name that changes with its content, and returns its address. */
async function hashed(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const extension = extname(name)
  const address = `assets/${basename(name, extension)}-${Bun.hash(content).toString(36)}${extension}`
  await Bun.write(join(WEB, address), content)
  return `/${address}`
}

/** Compiles web/app.css by Tailwind itself: classes come from web/ alone, and Bun's CSS printer would undo its optimizations. */
async function buildStyle() {
  const { compile, optimize } = await import('@tailwindcss/node')
  const { Scanner } = await import('@tailwindcss/oxide')
  const base = here('web')
  const compiler = await compile(await Bun.file(here('web/app.css')).text(), { base, onDependency() {}, shouldRewriteUrls: true })
  const scanner = new Scanner({ sources: [{ base, pattern: '**/*', negated: false }, ...compiler.sources] })
  let { code } = optimize(compiler.build(scanner.scan()), { minify: true })
  for (const [whole, double, single, bare] of code.matchAll(/url\((?:"([^"]*)"|'([^']*)'|([^"')]+))\)/g)) {
    const address = double ?? single ?? bare ?? ''
    if (/^(data:|https?:|#|\/)/.test(address)) continue
    const path = Bun.resolveSync(address, base)
    code = code.replaceAll(whole, `url(${await hashed(path, await Bun.file(path).bytes())})`)
  }
  return hashed('app.css', code)
}

async function linkFile(link: HTMLRewriterTypes.Element) {
  const path = here(`web/${link.getAttribute('href')}`)
  link.setAttribute('href', await hashed(path, await Bun.file(path).bytes()))
}

/** An audio worklet is a script of its own: importing one gives its address. */
async function buildWorklets(): Promise<BunPlugin> {
  const addresses = new Map<string, string>()
  for (const path of files('web', '**/*.worklet.{ts,js}')) {
    const [script] = await bundle({ entrypoints: [path], target: 'browser' })
    addresses.set(path, await hashed(path.replace(/\.ts$/, '.js'), await script!.text()))
  }
  const load = ({ path }: { path: string }) => ({
    contents: `export default ${JSON.stringify(addresses.get(path))}`,
    loader: 'js' as const,
  })
  return { name: 'worklets', setup: build => void build.onLoad({ filter: /\.worklet\.[jt]s$/ }, load) }
}

/** The scripts that the entry needs at once, so that the browser fetches them side by side. */
function preloads(entry: string, scripts: Map<string, string>, seen = new Set<string>()) {
  for (const { kind, path } of new Bun.Transpiler({ loader: 'js' }).scanImports(scripts.get(entry) ?? '')) {
    const address = `/assets/${basename(path)}`
    if (kind === 'import-statement' && scripts.has(address) && !seen.has(address)) preloads(address, scripts, seen.add(address))
  }
  return seen
}

async function buildScripts() {
  const naming = 'assets/[name]-[hash].[ext]'
  const outputs = await bundle({
    entrypoints: [here('web/main.tsx')],
    outdir: WEB,
    target: 'browser',
    splitting: true,
    publicPath: '/',
    naming: { entry: naming, chunk: naming, asset: naming },
    loader: { '.wasm': 'file' },
    plugins: [await buildWorklets()],
  })
  const style = outputs.find(output => output.path.endsWith('.css'))
  if (style) throw new BuildError(`styles are imported in web/app.css, not in scripts: ${basename(style.path)}`)
  const texts = outputs
    .filter(({ kind }) => kind !== 'asset')
    .map(async output => [`/${relative(WEB, output.path)}`, await output.text()] as const)
  const scripts = new Map(await Promise.all(texts))
  const entry = `/${relative(WEB, outputs.find(({ kind }) => kind === 'entry-point')!.path)}`
  return { entry, preload: preloads(entry, scripts) }
}

async function pack(path: string, quality: number) {
  const bytes = await Bun.file(path).bytes()
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Bun.write(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await rm(path)
}

async function buildWeb(quality = constants.BROTLI_MAX_QUALITY) {
  await mkdir(WEB, { recursive: true })
  const [style, { entry, preload }] = await Promise.all([buildStyle(), buildScripts()])
  const page = new HTMLRewriter()
    .on('link[href="./app.css"]', { element: link => void link.setAttribute('href', style) })
    .on('link[href^="./"]:not([href="./app.css"])', { element: link => linkFile(link) })
    .on('script[src="./main.tsx"]', { element: script => void script.setAttribute('src', entry) })
    .on('head', { element: head => preload.forEach(src => head.append(`<link rel="modulepreload" href="${src}">`, { html: true })) })
    .transform(new Response(Bun.file(here('web/index.html'))))
  await Bun.write(join(WEB, 'index.html'), await page.text())

  // The browser knows a service worker by its address, which must stay.
  for (const worker of files('web', 'sw.ts'))
    await bundle({ entrypoints: [worker], outdir: WEB, target: 'browser', naming: '[name].[ext]' })
  if (existsSync(here('web/static'))) await cp(here('web/static'), WEB, { recursive: true })
  for (const language of EMOJI_LANGUAGES)
    for (const file of ['data.json', 'messages.json'])
      await cp(here(`node_modules/emojibase-data/${language}/${file}`), join(WEB, 'emoji', language, file))

  const written = files(WEB, '**/*')
  await Promise.all(written.filter(path => PACKED.test(path)).map(path => pack(path, quality)))
}

async function replaceWeb() {
  await rm(here('dist/web'), { recursive: true, force: true })
  await rename(WEB, here('dist/web'))
}

function currentTarget() {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const musl = os === 'linux' && [...new Bun.Glob('ld-musl-*').scanSync('/lib')].length > 0
  return `${os}-${process.arch}${musl ? '-musl' : ''}`
}

/** The path of libSQL's native addon for the target; another machine's is fetched, at the version and hash of bun.lock. */
async function findAddon(target: string) {
  const { os, cpu, addon } = TARGETS[target]!
  const file = `node_modules/@libsql/${addon}/index.node`
  if (existsSync(here(file))) return here(file)
  const { version } = await Bun.file(here('node_modules/libsql/package.json')).json()
  const kept = here(`dist/addons/${addon}-${version}.node`)
  if (existsSync(kept)) return kept
  const folder = await mkdtemp(join(tmpdir(), 'balcao-addon-'))
  try {
    for (const name of ['package.json', 'bun.lock']) await cp(here(name), join(folder, name))
    const command = [process.execPath, 'install', '--frozen-lockfile', '--production', '--ignore-scripts', '--os', os, '--cpu', cpu]
    const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder })
    if (exitCode)
      throw new BuildError(`the libSQL addon @libsql/${addon} could not be fetched: ${stderr.toString().trim().split('\n').at(-1)}`)
    if (!existsSync(join(folder, file))) throw new BuildError(`there is no libSQL addon @libsql/${addon} for ${target}`)
    await mkdir(dirname(kept), { recursive: true })
    await cp(join(folder, file), kept)
    return kept
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** libSQL finds its addon at run time in node_modules, which the binary does not have: here it is named, and so embedded. */
const namedAddon = (path: string): BunPlugin => ({
  name: 'libsql addon',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]libsql[\\/](index|promise)\.js$/ }, async ({ path: module }) => {
      const source = await Bun.file(module).text()
      const contents = source.replace(
        /const \{ load,[\s\S]*?return require\(`@libsql\/\$\{target\}`\);\n\}/,
        `const requireNative = () => require(${JSON.stringify(path)});`,
      )
      if (contents === source) throw new BuildError(`libSQL no longer loads its addon as build.ts expects: ${module}`)
      return { contents, loader: 'js' }
    })
  },
})

/** The index of this package also exports a worker, whose base class the bundler drops; the decoder alone is enough. */
const mp3Decoder: BunPlugin = {
  name: 'mp3 decoder',
  setup(build) {
    const contents = `export { default as MPEGDecoder } from './src/MPEGDecoder.js'`
    build.onLoad({ filter: /[\\/]mpg123-decoder[\\/]index\.js$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** Puts the contents of the folders in the place of src/kernel/process/embedded.ts. */
const embedded: BunPlugin = {
  name: 'embedded',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]kernel[\\/]process[\\/]embedded\.ts$/ }, () => {
      const imports: string[] = []
      const list = (folder: string, pattern: string) => {
        const entries = files(folder, pattern).map(path => {
          imports.push(`import file${imports.length} from ${JSON.stringify(path)} with { type: 'file' }`)
          return `${JSON.stringify(relative(resolve(ROOT, folder), path).replaceAll('\\', '/'))}: file${imports.length - 1}`
        })
        return `{ ${entries.join(', ')} }`
      }
      const plugins = files('plugins', '*.ts').map(
        path => `${JSON.stringify(basename(path, '.ts'))}: () => import(${JSON.stringify(path)})`,
      )
      const exports = [
        `export const web = ${list(WEB, '**/*')}`,
        `export const migrations = ${list('migrations', '*.sql')}`,
        `export const plugins = { ${plugins.join(', ')} }`,
        `export const program = [process.execPath]`,
      ]
      return { contents: [...imports, ...exports].join('\n'), loader: 'js' }
    })
  },
}

async function buildBinary(target: string, outfile: string, entry: string) {
  const addon = await findAddon(target)
  // In the binary all files stand in one folder, so a worker is started by the address ./name.worker.ts.
  const workers = files('src', '**/*.worker.ts')
  const twice = workers.find((path, at) => workers.findIndex(other => basename(other) === basename(path)) !== at)
  if (twice) throw new BuildError(`two workers are named ${basename(twice)}`)
  const part = await mkdtemp(`${outfile}-`)
  try {
    await bundle({
      entrypoints: [entry, ...workers],
      target: 'bun',
      format: 'esm',
      bytecode: true,
      sourcemap: 'linked',
      naming: { entry: '[name].[ext]' },
      plugins: [namedAddon(addon), mp3Decoder, embedded],
      external: ['sharp', 'jimp', 'link-preview-js', 'audio-decode'],
      compile: {
        outfile: join(part, basename(outfile)),
        ...(target !== currentTarget() && { target: `bun-${target}` as Bun.Build.CompileTarget }),
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
    })
    const made = (await readdir(part)).find(name => !name.endsWith('.map'))!
    await rename(join(part, made), join(dirname(outfile), made))
  } finally {
    await rm(part, { recursive: true })
  }
}

/** Builds and starts again whenever a file changes, until it is stopped. */
async function develop() {
  const start = () => Bun.spawn([process.execPath, here('src/main.ts')], { stdio: ['inherit', 'inherit', 'inherit'] })
  const changed = new Set<string>()
  const remake = () => buildWeb(1).then(replaceWeb)
  await remake()
  let server = start()

  async function again() {
    const web = changed.has('web')
    changed.clear()
    if (web) await remake().catch(report)
    server.kill()
    await server.exited
    server = start()
  }
  const restart = debounce(again, 150)
  for (const folder of ['src', 'web', 'plugins', 'migrations'].filter(folder => existsSync(here(folder)))) {
    watch(here(folder), { recursive: true }, () => {
      changed.add(folder)
      restart()
    })
  }
}

function debounce(run: () => Promise<void>, milliseconds: number) {
  let timer: Timer | undefined
  let running = Promise.resolve()
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => (running = running.then(run)), milliseconds)
  }
}

function report(error: unknown) {
  process.exitCode = 1
  if (error instanceof BuildError) return console.error(error.message)
  if (error instanceof AggregateError) return error.errors.forEach(each => console.error(each))
  console.error(error)
}

async function build() {
  const options = { target: { type: 'string' }, outfile: { type: 'string' }, entry: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: Bun.argv.slice(2), allowPositionals: true, options })
  const target = values.target ?? currentTarget()
  const outfile = values.outfile ?? here(values.target ? `dist/balcao-${target}` : 'dist/balcao')
  if (positionals[0] === 'dev') return develop()
  if (positionals[0] === 'web') return buildWeb().then(replaceWeb)
  if (positionals.length) throw new BuildError(USAGE)
  if (!TARGETS[target]) throw new BuildError(`no build for ${target}: choose one of ${Object.keys(TARGETS).join(', ')}`)
  const began = performance.now()
  await buildWeb()
  await buildBinary(target, outfile, values.entry ?? here('src/main.ts'))
  await replaceWeb()
  console.log(`${relative(process.cwd(), outfile)} for ${target}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

await build()
  .catch(report)
  .finally(() => rm(WEB, { recursive: true, force: true }))
