import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const files = ['src', 'web', 'plugins', 'tests', 'bench', 'build', 'docs', 'migrations'].flatMap(folder =>
  [...new Glob('**/*').scanSync({ cwd: join(ROOT, folder) })].map(file => `/${folder}/${file}`),
)
/** A path as the documents write it: from the root, from src or web, or as much of its end as says which it is. */
const isThere = (path: string) => {
  const written = new Glob(`/{,**/}${path.replace(/<\w+>/g, '*')}`)
  return files.some(file => written.match(file))
}

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'src/patches/README.md'])(
  'every file that %s names is there',
  async document => {
    const text = await Bun.file(join(ROOT, document)).text()
    const named = [...text.matchAll(/`([\w.<>*{},-]+(?:\/[\w.<>*{},-]+)+\.(?:ts|tsx|css|md))`/g)].map(([, path]) => path!)
    expect(named.filter(path => !isThere(path))).toEqual([])
  },
)
