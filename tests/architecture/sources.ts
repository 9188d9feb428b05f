import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dir, '../..')

export type Import = { file: string; target: string; isType: boolean }

/** Sources of the product in a folder, without their tests. */
export const sources = (folder: string, pattern = '**/*.{ts,tsx}') =>
  [...new Bun.Glob(pattern).scanSync({ cwd: join(ROOT, folder) })]
    .map(path => join(folder, path))
    .filter(path => !/\.(test|fixture)\.tsx?$|\.d\.ts$/.test(path))
    .toSorted()

/** The tests and what they share. */
export const tests = () =>
  ['{src,web,plugins,build}/**/*.{test,fixture}.{ts,tsx}', 'tests/**/*.ts']
    .flatMap(pattern => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })])
    .toSorted()

export const textOf = (path: string) => Bun.file(join(ROOT, path)).text()

/** What runs, without what is said about it. */
export const codeOf = async (path: string) => (await textOf(path)).replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')

/** Where an import leads: a path of the project, or the name of a package. */
export function targetOf(file: string, specifier: string) {
  const kernel = /^#kernel\/(.+)$/.exec(specifier)
  if (kernel) return `src/kernel/${kernel[1]}`
  const module = /^#modules\/(.+)$/.exec(specifier)
  if (module) return `src/modules/${module[1]}/index`
  if (!specifier.startsWith('.')) return specifier
  const path = relative(ROOT, join(ROOT, dirname(file), specifier)).replace(/\.(ts|tsx)$/, '')
  return /^src\/modules\/[^/]+$/.test(path) ? `${path}/index` : path
}

/** Imports as they are written, those of types too: what only a type needs is knowledge of the other as well. */
export async function importsOf(file: string): Promise<Import[]> {
  const text = await textOf(file)
  const run = new Set(new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' }).scanImports(text).map(one => one.path))
  const written = [
    ...text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'/gm),
    ...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g),
  ].map(match => match[1]!)
  return [...new Set([...run, ...written])].map(specifier => ({ file, target: targetOf(file, specifier), isType: !run.has(specifier) }))
}

export const allImports = async (files: string[]) => (await Promise.all(files.map(importsOf))).flat()
