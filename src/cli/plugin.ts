import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openLog } from '#kernel/process/log'
import { ConfigError } from '../config'
import { pluginPools } from '../plugins/pool'
import type { Description } from '../plugins/description'
import { pluginFiles } from './plugin-files'

type Say = (text: string) => void

const NAME = /^[a-z][a-z\d-]{0,39}$/
const LOAD_MS = 10_000

/** `balcao plugin new NAME` and `balcao plugin check FILE`; the exit code is 1 when something is wrong. */
export async function runPluginCommand([verb, given]: string[]) {
  const say: Say = text => void process.stdout.write(`${text}\n`)
  try {
    if (!given || !(verb === 'new' || verb === 'check')) throw new ConfigError('balcao plugin new NAME, or balcao plugin check FILE')
    process.exitCode = (await (verb === 'new' ? write(given, say) : check(resolve(given), say))) ? 0 : 1
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`balcao: ${error.message}\n`)
    process.exitCode = 1
  }
}

async function write(name: string, say: Say) {
  if (!NAME.test(name)) throw new ConfigError(`${name}: a plugin's name has small letters, digits and hyphens, and begins with a letter`)
  if (await stat(name).catch(() => undefined)) throw new ConfigError(`${name} is there already`)
  await mkdir(name)
  for (const [file, text] of Object.entries(pluginFiles(name))) await Bun.write(join(name, file), text)
  say(`${name}/ holds ${name}.ts, its test and a README that says how it is tried and installed`)
  return true
}

/** Starts the plugin as the product does, and says what it is, or what is wrong. */
async function check(file: string, say: Say) {
  if (!/\.(ts|js)$/.test(file)) throw new ConfigError(`${file}: a plugin is a .ts or .js file`)
  if (!(await stat(file).catch(() => undefined))) throw new ConfigError(`${file} is not there`)
  const folder = await mkdtemp(join(tmpdir(), 'plugin-check-'))
  const problems: string[] = []
  const note = (_: unknown, message: string) => void problems.push(message)
  const pool = pluginPools({ idleMs: 60_000, pauseMs: 0, maxWarm: 1 })({ source: file, folder, log: openLog('silent') })
  try {
    const described = await pool.of(null).run<Description>(LOAD_MS, {}, 'describe')
    const { name, title, version, hosts, form } = described
    say(`${title} (${name}) ${version}: ${Object.keys(form.properties).length} settings, calls ${hosts.join(', ') || 'nobody'}`)
    for (const problem of untold(form)) note(null, problem)
  } catch (error) {
    note(null, error instanceof Error ? error.message : String(error))
  } finally {
    pool.end()
    await rm(folder, { recursive: true })
  }
  for (const problem of problems) say(`- ${problem}`)
  return !problems.length
}

/** Fields that people of one of the languages cannot read. */
const untold = ({ properties }: Description['form']) =>
  Object.entries(properties).flatMap(([name, field]) => {
    const missing = [!field.title && 'Portuguese', !isTold(field['en']) && 'English', !isTold(field['es']) && 'Spanish'].filter(Boolean)
    const speechless = Object.entries({ Portuguese: field.options, English: field.en?.options, Spanish: field.es?.options })
      .filter(([, options]) => field.options && field.enum?.some(value => !options?.[String(value)]))
      .map(([language]) => language)
    return [
      ...(missing.length ? [`the field ${name} has no title in ${missing.join(', ')}`] : []),
      ...(speechless.length ? [`the choices of the field ${name} have no words in ${speechless.join(', ')}`] : []),
    ]
  })
const isTold = (words: unknown) => typeof (words as { title?: unknown } | undefined)?.title === 'string'
