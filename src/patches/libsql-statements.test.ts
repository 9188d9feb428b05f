import { expect, test } from 'bun:test'
import { untouched } from './untouched.fixture'

test('libSQL’s client prepares a statement for each execution; patched, once', async () => {
  const counts = await untouched<{ untouched: number; patched: number }>(`
    const { default: Database } = await import('libsql')
    const { createClient } = await import('@libsql/client')
    const { patchLibsqlStatements } = await import('./src/patches/libsql-statements')
    const { prepare } = Database.prototype
    let prepared = 0
    Database.prototype.prepare = function (text) {
      prepared++
      return prepare.call(this, text)
    }
    const client = createClient({ url: ':memory:' })
    async function countOf(text) {
      prepared = 0
      for (let round = 0; round < 3; round++) await client.execute(text)
      return prepared
    }
    const before = await countOf('select 1')
    patchLibsqlStatements()
    patchLibsqlStatements()
    return { untouched: before, patched: await countOf('select 2') }`)
  expect(counts).toEqual({ untouched: 3, patched: 1 })
})

test('a statement that was kept answers with the columns of a table that was altered since', async () => {
  const columns = await untouched<string[][]>(`
    const { createClient } = await import('@libsql/client')
    const { patchLibsqlStatements } = await import('./src/patches/libsql-statements')
    patchLibsqlStatements()
    const client = createClient({ url: ':memory:' })
    await client.execute('create table t (a)')
    const before = (await client.execute('select * from t')).columns
    await client.execute('alter table t add column b')
    return [before, (await client.execute('select * from t')).columns]`)
  expect(columns).toEqual([['a'], ['a', 'b']])
})
