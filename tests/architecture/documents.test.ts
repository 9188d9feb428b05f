import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const files = ['src', 'web', 'plugins', 'tests', 'bench', 'build', 'docs', 'migrations'].flatMap(folder =>
  [...new Glob('**/*').scanSync({ cwd: join(ROOT, folder) })].map(file => `/${folder}/${file}`),
)
/** A path as the documents write it: from the root, from src or web, or as much of its end as says which it is. */
const matching = (path: string) => {
  const written = new Glob(`/{,**/}${path.replace(/<\w+>/g, '*')}`)
  return files.filter(file => written.match(file))
}
/** The rows that tell where something is decided. */
async function map() {
  const text = await Bun.file(join(ROOT, 'ARCHITECTURE.md')).text()
  const [, within] = /^## Where it is decided$(.*?)^## /ms.exec(text)!
  return within!.match(/^\| .+ \|$/gm)!
}
const isThere = (path: string) => matching(path).length > 0

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'src/patches/README.md'])(
  'every file that %s names is there',
  async document => {
    const text = await Bun.file(join(ROOT, document)).text()
    const named = [...text.matchAll(/`([\w.<>*{},-]+(?:\/[\w.<>*{},-]+)+\.(?:ts|tsx|css|md))`/g)].map(([, path]) => path!)
    expect(named.filter(path => !isThere(path))).toEqual([])
  },
)

test('what the map says to be in a file is in that file', async () => {
  const text = await Bun.file(join(ROOT, 'ARCHITECTURE.md')).text()
  const missing: string[] = []
  for (const [, names, path] of text.matchAll(/((?:`\w+`(?:, | and )?)+) (?:in|of) `([\w./<>-]+\.tsx?)`/g)) {
    const codes = await Promise.all(matching(path!).map(file => Bun.file(join(ROOT, file)).text()))
    for (const [, name] of names!.matchAll(/`(\w+)`/g))
      if (!codes.some(code => new RegExp(`\\b${name}\\b`).test(code))) missing.push(`${name} in ${path}`)
  }
  expect(missing).toEqual([])
})

test('a bare file name in the map stands beside a path of its row', async () => {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const astray = (await map()).flatMap(row => {
    const named = [...row.matchAll(/`([\w.*{},/-]+\.(?:tsx?|css))`/g)].map(([, path]) => path!)
    const folders = new Set(named.filter(name => name.includes('/')).flatMap(path => matching(path).map(folderOf)))
    const isBeside = (name: string) => matching(name).some(file => folders.has(folderOf(file)))
    return named.filter(name => !name.includes('/') && !isBeside(name)).map(name => `${name}: ${row.slice(0, 80)}`)
  })
  expect(astray).toEqual([])
})

test('no walk, row or decision stands twice', async () => {
  const beginnings = (await Bun.file(join(ROOT, 'ARCHITECTURE.md')).text()).match(/^(\*\*[^*]+\*\*|\| [^|]+\||\d+\. \*\*[^*]+\*\*)/gm)!
  const twice = beginnings.filter((one, i) => beginnings.indexOf(one) !== i && !/^\| (what|where|from|term) \|/.test(one))
  expect(twice).toEqual([])
})

test('a row of the map that asks several things names a place for each', async () => {
  const [rows, count] = [await map(), (cell: string | undefined) => cell?.split(';').length]
  expect(rows.length).toBeGreaterThan(100)
  const unequal = rows.filter(row => {
    const [what, where] = row.slice(2, -2).split(' | ')
    return count(what) !== count(where)
  })
  expect(unequal).toEqual([])
})
