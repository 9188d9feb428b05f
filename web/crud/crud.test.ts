import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AnnouncementBody } from '../../src/modules/announcements/body'
import { CompanyPatch } from '../../src/modules/companies/body'
import { CouponBody } from '../../src/modules/coupons/body'
import { PromptBody } from '../../src/modules/prompts/body'
import { openPage } from '../../tests/page'

type Row = Record<string, unknown>
let page: ReturnType<typeof openPage>
let kit: typeof import('../kit/i18n') &
  typeof import('./words') &
  typeof import('./import/columns') &
  typeof import('./export') &
  typeof import('./describe') &
  typeof import('./columns') &
  typeof import('./read-only') &
  typeof import('../catalog') & {
    tags: typeof import('../pages/tags/texts')
    announcements: typeof import('../pages/announcements/texts')
    prompts: typeof import('../pages/prompts/texts')
    coupons: typeof import('../pages/coupons/texts')
    resellers: typeof import('../pages/resellers/texts')
  }
beforeAll(async () => {
  page = openPage(0, { token: '' })
  kit = {
    ...(await import('../kit/i18n')),
    ...(await import('./words')),
    ...(await import('./import/columns')),
    ...(await import('./export')),
    ...(await import('./describe')),
    ...(await import('./columns')),
    ...(await import('./read-only')),
    ...(await import('../catalog')),
    tags: await import('../pages/tags/texts'),
    announcements: await import('../pages/announcements/texts'),
    prompts: await import('../pages/prompts/texts'),
    coupons: await import('../pages/coupons/texts'),
    resellers: await import('../pages/resellers/texts'),
  }
})
// The language is the page's, and other tests of the web are drawn on the same one.
afterAll(async () => {
  await kit.setLanguage('pt')
  page.close()
})

test.each([
  ['pt', 'Nova tag', 'Excluir a tag VIP?', '2 atendimentos'],
  ['en', 'New tag', 'Delete the tag VIP?', '2 tickets'],
  ['es', 'Nueva etiqueta', '¿Eliminar la etiqueta VIP?', '2 atenciones'],
] as const)('in %s a noun speaks with its gender and number', async (language, made, removed, uses) => {
  await kit.setLanguage(language)
  const say = kit.sayer(kit.tags.words)
  expect(say('new')).toBe(made)
  expect(say('removeTitle', { name: 'VIP' })).toBe(removed)
  expect(kit.tags.words('uses', { n: 2 })).toBe(uses)
})

const targets = [
  { name: 'shortcode', label: 'Atalho', isRequired: true },
  { name: 'message', label: 'Mensagem', isRequired: true },
  { name: 'geral', label: 'Toda a equipe usa', isRequired: false },
]

test('a column goes to the field of its name or label, and no field is taken twice', () => {
  expect(kit.matchColumns(['ATALHO', 'mensagem', 'obs', 'Atalho', 'toda a equipe usa? (sim ou não)'], targets)).toEqual([
    'shortcode',
    'message',
    '',
    '',
    'geral',
  ])
})

test('a first row with a number to dial is of a person, and names no columns', () => {
  for (const cell of ['11955556666', '+55 (11) 95555-6666', ' 11 95555.6666 '])
    expect([cell, kit.isHeadless(['Pedro', cell])]).toEqual([cell, true])
  for (const cell of ['Número', 'Telefone 2', '2031', '', 'CPF 123.456.789-00', '5,51E+12'])
    expect([cell, kit.isHeadless(['Nome', cell])]).toEqual([cell, false])
})

test('money is a number of its column as the language writes it, with its sign; none is none', async () => {
  await kit.setLanguage('pt')
  const { value } = kit.columnsOf<Row>(CouponBody, kit.coupons.words)
  expect(
    [value!.className, value!.cell({ value: 1234.5 }), value!.cell({ value: 0 })].map(text => String(text).replace('\u00A0', ' ')),
  ).toEqual(['num', 'R$ 1.234,50', 'R$ 0,00'])
  expect(renderToStaticMarkup(value!.cell({ value: null }))).toContain('–')
})

test('a field of money begins empty where nothing costs nothing, and with what was kept in a row', async () => {
  await kit.setLanguage('pt')
  const value = kit.fieldsOf(CouponBody).find(({ name }) => name === 'value')!
  expect([undefined, { value: 0 }, { value: 1234.5 }].map(row => kit.valueOf(value, row))).toEqual(['', '0,00', '1234,50'])
})

test('a cell that the page draws stands in the column of its field, beside the others as they are', async () => {
  await kit.setLanguage('pt')
  const { priority, status } = kit.columnsOf<Row>(AnnouncementBody, kit.announcements.words, { priority: () => 'Urgente' })
  const row = { priority: 2, status: true }
  expect([priority!.head, priority!.value!(row), priority!.cell(row)]).toEqual(['Prioridade', '2', 'Urgente'])
  expect(renderToStaticMarkup(status!.cell(row))).toContain('Ativo')
})

test.each([
  ['pt', 'Ativa', 'Inativa', 'Ativas', 'Sim'],
  ['en', 'Active', 'Inactive', 'Active', 'Yes'],
  ['es', 'Activa', 'Inactiva', 'Activas', 'Sí'],
] as const)(
  'in %s a switch says with the gender of its noun that a row is active, and its own words go before',
  async (language, on, off, many, yes) => {
    await kit.setLanguage(language)
    const { words } = kit.resellers
    expect([true, false].map(isOn => kit.switchWord(words, 'isActive', isOn))).toEqual([on, off])
    expect([kit.labelOf(words, 'isActive'), kit.switchWord(words, 'isActive', true, true), kit.switchWord(words, 'other', true)]).toEqual([
      on,
      many,
      yes,
    ])
    expect(kit.switchWord(kit.coupons.words, 'isActive', false)).toBe(kit.coupons.words('isActive.off'))
  },
)

test('whoever may only read a row reads facts: choices and switches in words, an empty field as a dash, and no field to fill', async () => {
  await kit.setLanguage('pt')
  const shown = renderToStaticMarkup(
    createElement(kit.ReadOnly, {
      fields: kit.fieldsOf(CouponBody),
      row: { code: 'NATAL', value: 10, isActive: false, validUntil: '2026-12-24' },
      words: kit.coupons.words,
      media: { label: 'Arquivo', stored: undefined },
    }),
  )
  const facts = [...shown.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, label, value]) =>
    `${label}: ${value}`.replace('\u00A0', ' '),
  )
  expect(facts).toEqual([
    'Código: NATAL',
    'Desconto em %: —',
    'Desconto em reais: R$ 10,00',
    'Quantas faturas: —',
    'Aceito até: 24/12/2026',
    'Só para o plano: —',
    'Limite de empresas: —',
    'Situação: Desligado',
    'Arquivo: —',
  ])
  expect(shown).not.toMatch(/<(input|button|select)/)
})

test('a spreadsheet runs nothing that somebody wrote into a name', () => {
  expect(kit.csvOf([['Nome'], ['=HYPERLINK("x")'], ['a;b']], ';')).toBe('\uFEFFNome\r\n"\'=HYPERLINK(""x"")"\r\n"a;b"\r\n')
})

test('a form begins with what the server takes for a field that is left out, and a changed row with its own', () => {
  const [status] = kit.fieldsOf(AnnouncementBody).filter(({ name }) => name === 'status')
  expect([undefined, { status: false }].map(row => kit.valueOf(status!, row))).toEqual([true, false])
})

test('a noun that names no columns shows its fields: a text, a number that is a choice, and a switch', async () => {
  await kit.setLanguage('pt')
  const columns = kit.columnsOf<Row>(AnnouncementBody, kit.announcements.words)
  const row = { id: 1, title: 'Parada', text: 'Domingo', priority: 2, status: false }
  expect(Object.values(columns).map(column => column?.head)).toEqual(['Título', 'Texto', 'Prioridade', 'Ativo'])
  expect(columns['priority']!.cell(row)).toBe('Média')
  expect(renderToStaticMarkup(columns['status']!.cell(row))).toContain('Inativo')
})

test('a number with a fraction stands in a field and in a column as the language writes it', async () => {
  await kit.setLanguage('pt')
  const temperature = kit.fieldsOf(PromptBody).find(({ name }) => name === 'temperature')!
  const row = { id: 1, temperature: 0.7 }
  expect([temperature.input, kit.valueOf(temperature, row)]).toEqual(['decimal', '0,7'])
  expect(kit.columnsOf<Row>(PromptBody, kit.prompts.words)['temperature']!.cell(row)).toBe('0,7')
})

test('a day is asked for as one, and stands in a column as the language writes it, the same in every time zone', async () => {
  expect(kit.fieldsOf(CouponBody).find(({ name }) => name === 'validUntil')).toMatchObject({ input: 'date', isOptional: true })
  const { validUntil } = kit.columnsOf<Row>(CouponBody, kit.coupons.words)
  const cell = async (language: 'pt' | 'en', day: string | null) => {
    await kit.setLanguage(language)
    return validUntil!.cell({ id: 1, validUntil: day } as Row)
  }
  expect([await cell('en', '2026-03-09'), await cell('pt', '2026-03-09')]).toEqual(['03/09/2026', '09/03/2026'])
  expect(renderToStaticMarkup(await cell('pt', null))).toContain('–')
})

test('a reference is a column that says the name of its row, in its colour', async () => {
  const queue = { id: 7, name: 'Vendas', color: '#33a340' } as import('../catalog').Queue
  kit.catalog('queues').items.value = [queue]
  const { queueId } = kit.columnsOf<Row>(PromptBody, kit.prompts.words)
  const shown = (id: number | null) => renderToStaticMarkup(queueId!.cell({ id: 1, queueId: id } as Row))
  expect([shown(7).includes('Vendas'), shown(7).includes('#33a340'), shown(8).includes('–')]).toEqual([true, true, true])
})

test('a field that is on or off is a switch, also where the server takes words for it', () => {
  expect(kit.fieldsOf(CompanyPatch).find(({ name }) => name === 'status')?.input).toBe('switch')
})
