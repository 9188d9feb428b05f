import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { Decimal, Flag, Money, OneOf, Ref, Refs, Required } from '../../../src/kernel/fields'
import { checkRow } from '../../../src/kernel/media/check-row'
import { tableOf } from '../../../src/kernel/media/spreadsheet'
import { openPage } from '../../../tests/page'

const body = v.object({
  name: Required(60),
  price: v.optional(Money, 0),
  share: v.optional(Decimal(0, 9), 0),
  level: v.optional(OneOf([1, 2]), 1),
  active: v.optional(Flag, true),
  geral: v.optional(Flag, false),
  queueId: Ref('queues'),
  queueIds: Refs('queues'),
})
const row = { name: '=Visita; a "dois"', price: 1234.5, share: 0.75, level: 2, active: false, geral: true, queueId: 7, queueIds: [7, 9] }

let page: ReturnType<typeof openPage>
let kit: typeof import('../../kit/i18n') &
  typeof import('../../catalog') &
  typeof import('../describe') &
  typeof import('../export') &
  typeof import('./columns') &
  typeof import('./cells')
let words: import('../words').NounWords
beforeAll(async () => {
  page = openPage(0, { token: '' })
  kit = {
    ...(await import('../../kit/i18n')),
    ...(await import('../../catalog')),
    ...(await import('../describe')),
    ...(await import('../export')),
    ...(await import('./columns')),
    ...(await import('./cells')),
  }
  const noun = { one: 'oferta', many: 'ofertas', gender: 'f', emptyTitle: '', emptyText: '', 'level.1': 'Básico', 'level.2': 'Avançado' }
  words = kit.texts({
    pt: { ...noun, 'geral.on': 'De todos' },
    en: { ...noun, 'geral.on': 'Of all' },
    es: { ...noun, 'geral.on': 'De todos' },
  })
})
beforeEach(async () => {
  await kit.setLanguage('pt')
  const queues = [
    { id: 7, name: 'Suporte' },
    { id: 8, name: 'Vendas, atacado' },
    { id: 9, name: 'Vendas' },
    { id: 10, name: 'vendas' },
    { id: 11, name: 'Troca' },
    { id: 12, name: 'Troca' },
  ]
  const list = kit.catalog('queues')
  list.items.value = queues as import('../../catalog').Queue[]
  list.loaded.value = true
})
afterAll(async () => {
  await kit.setLanguage('pt')
  page.close()
})

const targets = () =>
  kit.fieldsOf(body).map(field => ({ name: field.name, label: field.name, isRequired: false, read: kit.readerOf(field, words) }))
const read = (name: string, cells: string[]) =>
  kit
    .rowsOf({ heads: [name], rows: cells.map(cell => [cell]), columns: [name] }, targets())
    .map(({ given, misread }) => misread[name]?.[0] ?? given[name])

test('empty cells say nothing, and what keeps its own head is a list', () => {
  const rows = kit.rowsOf(
    {
      heads: ['Nome', 'Ativa', 'CPF', 'Plano'],
      rows: [
        ['Oi', '', '', '600'],
        ['Tchau', 'não'],
      ],
      columns: ['name', 'active', 'extraInfo', 'extraInfo'],
    },
    targets(),
  )
  expect(rows).toEqual([
    { given: { name: 'Oi', extraInfo: [{ name: 'Plano', value: '600' }] }, misread: {} },
    { given: { name: 'Tchau', active: false }, misread: {} },
  ])
})

test('a switch is read from the words for yes and no of every language, and from those of the list', () => {
  expect(read('active', ['Sim', 'x', '1', 'TRUE', 'Ativa', 'ativo', 'Sí', 'Active'])).toEqual(Array(8).fill(true))
  expect(read('active', ['Não', 'nao', 'no', '0', 'FALSO', 'Inativa', 'inativo', 'Inactive'])).toEqual(Array(8).fill(false))
  expect(read('geral', ['de todos'])).toEqual([true])
})

test.each([
  ['pt', 'Escreva sim ou não'],
  ['en', 'Write yes or no'],
  ['es', 'Escriba sí o no'],
] as const)('in %s a switch that says neither is refused in words', async (language, said) => {
  await kit.setLanguage(language)
  expect(read('active', ['talvez', '2'])).toEqual([said, said])
})

test('a row of another noun is found by its name, in its own letters before any, and refused where there is none or two', () => {
  expect(read('queueId', ['suporte', 'Vendas', 'vendas', 'Suport', 'Troca', 'VENDAS'])).toEqual([
    7,
    9,
    10,
    '“Suport” não existe',
    '“Troca” existe mais de uma vez',
    '“VENDAS” existe mais de uma vez',
  ])
  expect(read('queueIds', ['Suporte, Vendas', 'Vendas, atacado', 'Suporte; Caixa'])).toEqual([[7, 9], [8], '“Caixa” não existe'])
})

test('a choice is read from its label or its value', () => {
  expect(read('level', ['avancado', '1', 'Médio'])).toEqual(['2', '1', 'Escreva um destes: Básico, Avançado'])
})

test('money is read as people write it, with its sign and without', () => {
  const prices = read('price', ['R$ 1.234,50', 'R$ 10', '1.234,50', '1234.5', '1234,5', 'dez'])
  const taken = prices.map(price => checkRow(body, { name: 'Visita', price }))
  expect(taken.map(one => ('row' in one ? one.row.price : one.wrong.details))).toEqual([
    1234.5,
    10,
    1234.5,
    1234.5,
    1234.5,
    { price: ['amount'] },
  ])
})

test.each([';', ','])('what is exported comes back the same, between %s', async separator => {
  const cells = (await kit.cellsOf<typeof row>({ body, words }))(row)
  const file = kit.csvOf([Object.keys(cells), Object.values(cells)], separator)
  expect(file).toContain(separator === ';' ? ';1234,5;0,75;' : ',1234.5,0.75,')
  const [heads, ...rows] = (await tableOf(new TextEncoder().encode(file))).table
  const all = targets().map((target, i) => ({ ...target, label: Object.keys(cells)[i]! }))
  const [again] = kit.rowsOf({ heads: heads!, rows, columns: kit.matchColumns(heads!, all) }, all)
  expect(again!.misread).toEqual({})
  expect<object>(checkRow(body, again!.given)).toEqual({ row })
})
