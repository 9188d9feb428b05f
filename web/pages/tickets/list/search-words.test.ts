import { expect, test } from 'bun:test'
import { ask, dayOf, filterAt, namesIn, type Names, offeredFor, withFilter, withoutFilter } from './search-words'

const names: Names = {
  queues: [
    { id: 1, name: 'Vendas' },
    { id: 2, name: 'Pós-venda externo' },
    { id: 3, name: 'Vendas online' },
  ],
  users: [
    { id: 4, name: 'Ana Lima' },
    { id: 5, name: 'Ana Souza' },
    { id: 6, name: 'Ana Souza' },
    { id: 7, name: 'Zé "Bola" Dias' },
  ],
  tags: [{ id: 8, name: 'VIP' }],
}
const today = '2026-10-15'
const asked = (text: string) => ask(text, names, today)

test.each([
  ['boleto de:cliente tem:arquivo fila:Vendas pessoa:"Ana Lima" desde:01/10/2026 até:14/10/2026'],
  ['from:customer boleto has:file queue:vendas person:"ana lima" since:2026-10-01 until:yesterday'],
  ['de:cliente tiene:archivo cola:VENDAS boleto persona:"Ána Lima" desde:1/10/2026 hasta:ayer'],
])('words narrow a search in three languages: %s', text => {
  expect(asked(text)).toEqual({
    ...{ words: 'boleto', writtenBy: 'customer', hasFile: true, dateFrom: '2026-10-01', dateTo: '2026-10-14' },
    ...{ queues: [1], users: [4], tags: [], unknown: [] },
  })
})

test.each([
  ['antes:hoje', { dateTo: '2026-10-14' }],
  ['before:yesterday', { dateTo: '2026-10-13' }],
  ['antes:15/10/2026', { dateTo: '2026-10-14' }],
  ['depois:ontem', { dateFrom: '2026-10-15' }],
  ['after:2026-10-01', { dateFrom: '2026-10-02' }],
  ['después:ayer', { dateFrom: '2026-10-15' }],
  // It is a Thursday.
  ['desde:segunda', { dateFrom: '2026-10-12' }],
  ['since:friday', { dateFrom: '2026-10-09' }],
  ['hasta:miércoles', { dateTo: '2026-10-14' }],
  ['até:quinta-feira', { dateTo: '2026-10-15' }],
])('days are said by words, and by what stands before or after them: %s', (text, days) => {
  expect(asked(text)).toMatchObject({ words: '', unknown: [], ...days })
})

test('the filter that is being typed is known by its beginning, until it is ended', () => {
  expect(filterAt('boleto fila:ven', 15)).toEqual({ kind: 'queues', key: 'fila', value: 'ven', at: 7 })
  expect(filterAt('pessoa:"Ana S', 13)).toEqual({ kind: 'users', key: 'pessoa', value: 'Ana S', at: 0 })
  expect(filterAt('fila:ven boleto', 8)).toMatchObject({ value: 'ven' })
  // Letters and marks that stand apart, as a paste may bring them.
  const apart = 'boleto até:on'.normalize('NFD')
  expect(filterAt(apart, apart.length)).toMatchObject({ kind: 'dateTo', at: 7 })
  for (const text of ['fila:ven ', 'fila', 'https://fila', 'pessoa:"Ana Lima"', 'obs:ven'])
    expect(filterAt(text, text.length)).toBeUndefined()
})

test('names are offered by the beginning of any of their words, those that begin so first', () => {
  const offered = (value: string) => offeredFor(names.queues, value).map(({ name }) => name)
  expect(offered('ven')).toEqual(['Vendas', 'Vendas online'])
  expect(offered('on')).toEqual(['Vendas online'])
  expect(offered('e')).toEqual(['Pós-venda externo'])
  expect(offered('')).toHaveLength(3)
})

test('a name is meant whole, by its beginning where that is one alone, and by all who have it', () => {
  expect(asked('fila:vendas').queues).toEqual([1])
  expect(asked('fila:pos').queues).toEqual([2])
  expect(asked('pessoa:"Ana Souza"').users).toEqual([5, 6])
  expect(asked('pessoa:Ana')).toMatchObject({ users: [], unknown: [{ kind: 'users', value: 'Ana' }] })
})

test('what means nothing is told, what is not finished is waited for, and other colons are words', () => {
  expect(asked('fila:Lua desde:31/02/2026 de:mim tem:constructor').unknown).toEqual([
    { kind: 'queues', value: 'Lua' },
    { kind: 'dateFrom', value: '31/02/2026' },
    { kind: 'writtenBy', value: 'mim' },
    { kind: 'hasFile', value: 'constructor' },
  ])
  expect(asked('fila: boleto de:')).toMatchObject({ words: 'boleto', queues: [], unknown: [] })
  const words = 'https://loja.com 10:30 obs:urgente constructor:x'
  expect(asked(words)).toMatchObject({ words, unknown: [] })
})

test('a filter that is chosen is read as it was written, and taken away alone', () => {
  for (const row of [...names.queues, ...names.users]) {
    const kind = names.queues.includes(row) ? 'queues' : 'users'
    const text = withFilter('boleto', kind === 'queues' ? 'fila' : 'pessoa', row.name)
    expect(asked(text)[kind]).toContain(row.id)
    expect(withoutFilter(`${text} tag:VIP`, kind, row, names[kind])).toBe('boleto tag:VIP')
  }
  expect(withoutFilter('fila:Vendas fila:"Vendas online" x', 'queues', names.queues[2], names.queues)).toBe('fila:Vendas x')
  expect(withoutFilter('desde:hoje x de:cliente', 'dateFrom')).toBe('x de:cliente')
})

test('a day is a civil date that exists', () => {
  expect(['hoje', 'yesterday', '5/9/2026', '05.09.2026', '2026-09-05'].map(text => dayOf(text, today))).toEqual([
    '2026-10-15',
    '2026-10-14',
    '2026-09-05',
    '2026-09-05',
    '2026-09-05',
  ])
  expect(['31/02/2026', '2026-13-01', '0001-01-01', 'constructor', '10/2026'].map(text => dayOf(text, today))).toEqual(
    Array(5).fill(undefined),
  )
})

test('a day without its year is the one that was last', () => {
  expect(['14/10', '15/10', '16/10', '5.9'].map(text => dayOf(text, today))).toEqual([
    '2026-10-14',
    '2026-10-15',
    '2025-10-16',
    '2026-09-05',
  ])
})

test('where a ticket stands is said in three languages', () => {
  for (const [text, status] of [
    ['situação:aguardando', 'pending'],
    ['em:atendendo', 'open'],
    ['in:resolved', 'closed'],
    ['estado:esperando', 'pending'],
  ] as const)
    expect(asked(`boleto ${text}`)).toMatchObject({ words: 'boleto', status, unknown: [] })
  expect(asked('em:casa').unknown).toEqual([{ kind: 'status', value: 'casa' }])
})

test('the names that a text speaks of are those to be read first', () => {
  expect([...namesIn('a fila:V pessoa: tag:x de:cliente')]).toEqual(['queues', 'tags'])
})
