import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BuildConfig } from 'bun'

const ROOT = join(import.meta.dir, '..')

/** A path of the project. */
export const here = (path: string) => join(ROOT, path)

/** The files in a folder of the project, or in one with an absolute path. */
export const files = (folder: string, pattern: string) => {
  const cwd = resolve(ROOT, folder)
  return existsSync(cwd) ? [...new Bun.Glob(pattern).scanSync({ cwd, absolute: true })].sort() : []
}

/** An error that says all there is to say: shown without its stack. */
export class BuildError extends Error {}

export const bundle = (config: BuildConfig) => Bun.build({ minify: true, define: { 'process.env.NODE_ENV': '"production"' }, ...config })
