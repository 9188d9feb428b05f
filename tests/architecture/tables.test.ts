import { expect, test } from 'bun:test'
import { codeOf, sources } from './sources'

const ownerOf = (path: string) => /^src\/(?:modules\/)?([^/.]+)/.exec(path)![1]!
const WRITTEN = /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|delete\s+from|update(?:\s+or\s+\w+)?)\s+["`]?(\$\{\w+\}|\w+)/gi
const CALLED = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g

const tables = new Map<string, string>()
for (const file of sources('src', '**/schema.ts'))
  for (const [, name] of (await codeOf(file)).matchAll(/\bsqliteTable\(\s*'(\w+)'/g)) tables.set(name!, ownerOf(file))

/** The names by which a file knows the tables of others, and whose those are. */
function foreign(code: string, own: string) {
  const known = new Map<string, string>()
  for (const [, names, path] of code.matchAll(/\bimport \{([^}]*)\} from '([^']+)\/schema'/g)) {
    const owner = path === '.' ? own : path!.split('/').at(-1)!
    if (owner !== own) for (const name of names!.split(',')) known.set(name.trim().split(' as ').at(-1)!, owner)
  }
  return known
}

/** The tables of others that a file writes: by the query builder, or in SQL of its own. */
async function strangers(file: string) {
  const code = await codeOf(file)
  const own = ownerOf(file)
  const known = foreign(code, own)
  const written = [...code.matchAll(CALLED), ...code.matchAll(WRITTEN)].map(match => match[1]!.replace(/^\$\{(\w+)\}$/, '$1'))
  return [...new Set(written)].flatMap(name => {
    const owner = known.get(name) ?? tables.get(name.replace(/_fts$/, ''))
    return owner && owner !== own ? [`${file} writes ${name} of ${owner}`] : []
  })
}

test('a table is written by the module that owns it, in whatever words', async () => {
  expect(tables.size).toBeGreaterThan(15)
  const found = (await Promise.all(sources('src').map(strangers))).flat()
  expect(found).toEqual([])
})
