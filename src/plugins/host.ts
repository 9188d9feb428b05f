import { watch } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { plugins as builtIn } from '#kernel/process/embedded'
import type { Logger } from '#kernel/process/log'
import type { GuardedFetch } from '#kernel/http/guarded-fetch'
import { serialByKey } from '#kernel/process/serial'
import { describe, pluginOf, type Description } from './description'
import { pluginPools, type Limits, type PluginPool } from './pool'
import { pluginProxy, type PluginProxy } from './proxy'

/** The plugins of this installation, and the services they work with. */
export type Plugins = {
  /** The plugin of a type of integration, by name or alias. */
  of(type: string): PluginProxy | undefined
  all(): PluginProxy[]
  /** The types of integrations whose plugins hear of an event. */
  hearing(event: string): string[]
  /** Files that could not be loaded as they stand, and why. */
  broken(): { file: string; reason: string; at: Date }[]
  fetch: GuardedFetch
  log: Logger
  /** Key for the settings that a plugin marks as secret. */
  secret: string
  /** A mutex for changes of one integration, by its id: its settings are read, validated by the plugin, and written. */
  inOrder: ReturnType<typeof serialByKey<number>>
  close(): void
}

type Options = { folder: string; fetch: GuardedFetch; secret: string; log: Logger } & Partial<Limits>

/** What its author keeps beside a plugin, and copies with it. */
const BESIDE = /\.(test|d)\.(ts|js)$/
/** Debounce of changes of the folder. */
const DEBOUNCE_MS = 200
const LOAD_MS = 10_000
/** The start of the product waits so long for plugin files; slower ones are loaded later. */
const START_MS = 2_000
/** A process holds 10 MB of its own; what it has of the executable is shared. */
const LIMITS: Limits = { idleMs: 5 * 60_000, pauseMs: 1_000, maxWarm: 24 }

/** Loads the built-in plugins and those of a folder, and watches the folder. A file that can't be loaded keeps its last description. */
export async function openPlugins({ folder, fetch, secret, log, ...limits }: Options): Promise<Plugins> {
  const pools = new Set<PluginPool>()
  const newPool = pluginPools({ ...LIMITS, ...limits })
  function poolOf(source: string) {
    const pool = newPool({ source, folder, log })
    pools.add(pool)
    return pool
  }
  const builtInProxies = await Promise.all(
    Object.entries(builtIn).map(async ([name, load]) => {
      const plugin = pluginOf(await load())
      return pluginProxy(describe(plugin), poolOf(name), plugin)
    }),
  )
  const inOrder = serialByKey<string>()
  const seen = new Set<string>()
  const files = new Map<string, { version: string; plugin?: PluginProxy; broken?: { reason: string; at: Date } }>()
  let current = new Map<string, PluginProxy>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(name: string) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const before = files.get(name)
    const version = found && `${found.mtimeMs}-${found.size}`
    if (before?.version === version) return
    if (!version) {
      before?.plugin?.leave()
      files.delete(name)
      return index()
    }
    const pool = poolOf(path)
    try {
      const plugin = pluginProxy(await pool.of(null).run<Description>(LOAD_MS, {}, 'describe'), pool)
      files.set(name, { version, plugin })
      before?.plugin?.leave()
      log.info({ file: name, plugin: plugin.name, version: plugin.version }, 'plugin loaded')
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300)
      files.set(name, { version, plugin: before?.plugin, broken: { reason, at: new Date() } })
      log.error({ err: error, file: name }, 'plugin could not be loaded')
    }
    // It starts again with the first message: most plugins are not needed at once.
    pool.leave()
    index()
  }

  function index() {
    const all = [...builtInProxies, ...[...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, { plugin }]) => plugin ?? [])]
    const named = new Map(all.map(one => [one.name, one]))
    const aliases = all.flatMap(({ name, aliases }) => aliases.map(alias => [alias, named.get(name)!] as const))
    current = new Map([...aliases, ...named])
  }

  /** Reads the files that changed, side by side: a slow one holds up itself alone. */
  async function readChanged() {
    for (const name of new Bun.Glob('*.{ts,js}').scanSync({ cwd: folder })) if (!BESIDE.test(name)) seen.add(name)
    await Promise.all([...seen].map(name => inOrder(name, () => read(name))))
  }
  const follow = () => readChanged().catch(error => log.error({ err: error }, 'plugins could not be read'))

  await mkdir(folder, { recursive: true })
  index()
  await Promise.race([follow(), Bun.sleep(START_MS)])
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(follow, DEBOUNCE_MS)
  })

  return {
    of: type => current.get(type),
    all: () => [...new Set(current.values())],
    hearing: event => [...current].flatMap(([type, { events }]) => (events.some(one => one === event) ? type : [])),
    broken: () => [...files].flatMap(([file, { broken }]) => (broken ? { file, ...broken } : [])),
    fetch,
    log,
    secret,
    inOrder: serialByKey<number>(),
    close() {
      clearTimeout(timer)
      watcher.close()
      for (const pool of pools) pool.end()
    },
  }
}
