import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dir, '../../..')

function list(folder: string, pattern: string): Record<string, string> {
  const cwd = join(root, folder)
  if (!existsSync(cwd)) return {}
  return Object.fromEntries([...new Bun.Glob(pattern).scanSync({ cwd, dot: true })].sort().map(name => [name, join(cwd, name)]))
}

// From source these are paths of the folders. build.ts replaces this module by one with the same exports that embeds the files.

/** The built web: name in the address to the file; a name that ends in .br is brotli. */
export const web = list('dist/web', '**/*')
/** Name of each migration to its SQL file, in the order of application. */
export const migrations = list('migrations', '*.sql')
/** The source of the plugin API, for whoever writes a plugin. */
export const pluginApi = () => readFileSync(join(root, 'src/plugin.ts'), 'utf8')
/** The command that starts this program again. */
export const program = [process.execPath, join(root, 'src/main.ts')]
/** Loading a test registers it where it does not belong. */
const IS_TEST = /\.(test|fixture)\.ts$/
/** Name of each built-in plugin to its module. */
export const plugins: Record<string, () => Promise<{ default: unknown }>> = Object.fromEntries(
  Object.entries(list('plugins', '*.ts')).flatMap(([name, path]) =>
    IS_TEST.test(name) ? [] : [[basename(name, '.ts'), () => import(path)]],
  ),
)
