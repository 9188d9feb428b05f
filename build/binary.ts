import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import { findAddon, namedAddon, type Target } from './addon'
import { BuildError, bundle, files, here } from './sources'

export const TARGETS: Record<string, Target> = {
  'linux-x64': { os: 'linux', cpu: 'x64', addon: 'linux-x64-gnu' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', addon: 'linux-arm64-gnu' },
  'linux-x64-musl': { os: 'linux', cpu: 'x64', addon: 'linux-x64-musl' },
  'linux-arm64-musl': { os: 'linux', cpu: 'arm64', addon: 'linux-arm64-musl' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', addon: 'darwin-x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', addon: 'darwin-arm64' },
  'windows-x64': { os: 'win32', cpu: 'x64', addon: 'win32-x64-msvc' },
}

export function currentTarget() {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const musl = os === 'linux' && [...new Bun.Glob('ld-musl-*').scanSync('/lib')].length > 0
  return `${os}-${process.arch}${musl ? '-musl' : ''}`
}

/** The index of this package also exports a worker, whose base class the bundler drops; the decoder alone is enough. */
const mp3Decoder: BunPlugin = {
  name: 'mp3 decoder',
  setup(build) {
    const contents = `export { default as MPEGDecoder } from './src/MPEGDecoder.js'`
    build.onLoad({ filter: /[\\/]mpg123-decoder[\\/]index\.js$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** Puts the contents of the folders in the place of the kernel's embedded.ts. */
const embedded = (web: string): BunPlugin => ({
  name: 'embedded',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]kernel[\\/](.+[\\/])?embedded\.ts$/ }, () => {
      const imports: string[] = []
      const list = (folder: string, pattern: string) => {
        const entries = files(folder, pattern).map(path => {
          imports.push(`import file${imports.length} from ${JSON.stringify(path)} with { type: 'file' }`)
          return `${JSON.stringify(relative(resolve(here('.'), folder), path).replaceAll('\\', '/'))}: file${imports.length - 1}`
        })
        return `{ ${entries.join(', ')} }`
      }
      const plugins = files('plugins', '*.ts')
        .filter(path => !/\.(test|fixture)\.ts$/.test(path))
        .map(path => `${JSON.stringify(basename(path, '.ts'))}: () => import(${JSON.stringify(path)})`)
      const exports = [
        `export const web = ${list(web, '**/*')}`,
        `export const migrations = ${list('migrations', '*.sql')}`,
        `export const pluginApi = () => ${JSON.stringify(readFileSync(here('src/plugin.ts'), 'utf8'))}`,
        `export const plugins = { ${plugins.join(', ')} }`,
        `export const program = [process.execPath]`,
      ]
      return { contents: [...imports, ...exports].join('\n'), loader: 'js' }
    })
  },
})

/** Compiles `entry` with a built web for a machine, and puts it in its place when it is whole. */
export async function buildBinary({ target, outfile, entry, web }: { target: string; outfile: string; entry: string; web: string }) {
  const addon = await findAddon(TARGETS[target]!)
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
      plugins: [namedAddon(addon), mp3Decoder, embedded(web)],
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
