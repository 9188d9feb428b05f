import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { BuildError, here } from './sources'

export type Target = { os: string; cpu: string; addon: string }

/** The path of libSQL's native addon for a machine; another machine's is fetched, at the version and hash of bun.lock. */
export async function findAddon({ os, cpu, addon }: Target) {
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
    if (!existsSync(join(folder, file))) throw new BuildError(`there is no libSQL addon @libsql/${addon} for ${os} ${cpu}`)
    await mkdir(dirname(kept), { recursive: true })
    await cp(join(folder, file), kept)
    return kept
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What libSQL's modules find their addon by: what they load for that, and the function that requires it by a name made at run time. */
export const LOADER = [
  /const \{ load,.*\nconst \{ familySync,.*\n/,
  /function requireNative\(\) \{[\s\S]*?return require\(`@libsql\/\$\{target\}`\);\n\}/,
] as const

/** libSQL finds its addon at run time in node_modules, which the binary does not have: here it is named, and so embedded. */
export const namedAddon = (path: string): BunPlugin => ({
  name: 'libsql addon',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]libsql[\\/](index|promise)\.js$/ }, async ({ path: module }) => {
      const source = await Bun.file(module).text()
      if (!LOADER.every(part => part.test(source)))
        throw new BuildError(`libSQL no longer loads its addon as build/addon.ts expects: ${module}`)
      const [imports, requireNative] = LOADER
      const contents = source
        .replace(imports, '')
        .replace(requireNative, () => `const requireNative = () => require(${JSON.stringify(path)});`)
      return { contents, loader: 'js' }
    })
  },
})
