import { mkdir, stat } from 'node:fs/promises'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { plugin as provide } from 'bun'
import * as valibot from 'valibot'
import { plugins as builtIn } from '#kernel/embedded'
import type { Logger } from '#kernel/log'
import type { Outbound } from '#kernel/outbound'
import { serial } from '#kernel/serial'
import * as api from '../../plugin'
import type { Plugin } from '../../plugin'
import { within } from './budget'
import { formOf, type Form } from './form'

export type Loaded = { plugin: Plugin; form: Form; builtIn: boolean }

/** The plugins of this process, and what they are given to work with. */
export type Plugins = {
  /** The plugin that answers for a type of integration. */
  of(type: string): Loaded | undefined
  all(): Loaded[]
  fetch: Outbound
  log: Logger
  /** Seals what the settings mark as secret. */
  secret: string
  close(): void
}

type Options = { folder: string; fetch: Outbound; secret: string; log: Logger }

const SETTLE_MS = 200
const LOAD_MS = 10_000

/** What every integration has beside its settings. */
const TAKEN = ['id', 'type', 'name', 'projectName', 'settings', 'where']

const Shape = valibot.object({
  name: valibot.pipe(valibot.string(), valibot.regex(/^[a-z][a-z\d-]{0,39}$/)),
  version: valibot.string(),
  api: valibot.literal(api.API_VERSION, `is for another version of the plugin API than ${api.API_VERSION}`),
  title: valibot.optional(valibot.string()),
  aliases: valibot.optional(valibot.array(valibot.string())),
  settings: valibot.pipe(
    valibot.looseObject({ type: valibot.literal('object'), entries: valibot.record(valibot.string(), valibot.unknown()) }),
    valibot.check(({ entries }) => !TAKEN.some(key => key in entries), `may not have one of the fields ${TAKEN.join(', ')}`),
  ),
  reply: valibot.function(),
  test: valibot.optional(valibot.function()),
})

function checked(module: { default?: unknown }, isBuiltIn: boolean): Loaded {
  const result = valibot.safeParse(Shape, module.default)
  if (!result.success) {
    const [issue] = result.issues
    throw new Error(`not a plugin: ${valibot.getDotPath(issue) ?? 'the default export'} ${issue.message}`)
  }
  const plugin = module.default as Plugin
  return { plugin, form: formOf(plugin.settings), builtIn: isBuiltIn }
}

/** A file outside of the binary finds these two by name; everything else it must bring along. */
const provideModules = () =>
  provide({
    name: 'modules for plugins',
    setup(build) {
      build.module('valibot', () => ({ exports: valibot, loader: 'object' }))
      build.module('balcao/plugin', () => ({ exports: api, loader: 'object' }))
    },
  })

/** Loads the built-in plugins and those of a folder, and follows the folder. A file that cannot be loaded leaves its last good form. */
export async function openPlugins({ folder, fetch, secret, log }: Options): Promise<Plugins> {
  const own = await Promise.all(Object.values(builtIn).map(async load => checked(await load(), true)))
  const files = new Map<string, { version: string; loaded?: Loaded }>()
  let current = new Map<string, Loaded>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(name: string) {
    const path = join(folder, name)
    const { mtimeMs, size } = await stat(path)
    const version = `${mtimeMs}-${size}`
    const known = files.get(name)
    if (known?.version === version) return
    try {
      const loaded = checked(await within(LOAD_MS, () => import(`${path}?v=${version}`)), false)
      files.set(name, { version, loaded })
      log.info({ file: name, plugin: loaded.plugin.name, version: loaded.plugin.version }, 'plugin loaded')
    } catch (error) {
      files.set(name, { version, loaded: known?.loaded })
      log.error({ err: error, file: name }, 'plugin could not be loaded')
    }
  }

  async function reload() {
    const names = [...new Bun.Glob('*.{ts,js}').scanSync({ cwd: folder })].sort()
    for (const name of files.keys()) if (!names.includes(name)) files.delete(name)
    for (const name of names) await read(name).catch(error => log.error({ err: error, file: name }, 'plugin could not be read'))
    const loaded = [...own, ...[...files.values()].flatMap(file => file.loaded ?? [])]
    const named = new Map(loaded.map(one => [one.plugin.name, one]))
    const aliases = loaded.flatMap(({ plugin }) => (plugin.aliases ?? []).map(alias => [alias, named.get(plugin.name)!] as const))
    current = new Map([...aliases, ...named])
  }
  const inTurn = () => serial(`plugins:${folder}`, reload).catch(error => log.error({ err: error }, 'plugins could not be read'))

  await mkdir(folder, { recursive: true })
  if (!provided) provideModules()
  provided = true
  await inTurn()
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(inTurn, SETTLE_MS)
  })

  return {
    of: type => current.get(type),
    all: () => [...new Set(current.values())],
    fetch,
    log,
    secret,
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
let provided = false
