import { expect, test } from 'bun:test'
import { type Body, type Drawn, fieldsOf } from '../../web/crud/describe'
import { labelOf } from '../../web/crud/words'
import { sampleOf } from '../sample'
import { agent, press } from './agent'
import { NOUN_PAGES } from './routes'
import { OWNER } from './shop'
import { testShop } from './test-shop'
import { visit } from './visit'

// What every page of a noun does by its facts and its body alone: a new one is walked too. What is a page's own has a test of its own.
const { shop, browser } = await testShop()
await shop.owner.put('/settings/singleSession', { value: 'disabled' })
const operator = await agent(browser, shop.url, 'wide', OWNER)
const { page } = operator
await page.goto('/todolist')

/** Whose form is not drawn from the body, or whose rows do not say what was typed. */
const hasOwnForm = ({ spec }: (typeof NOUN_PAGES)[number]) => /\bsheet:/.test(spec)
const SHOWN_OTHERWISE = ['/opt-outs']
const walked = NOUN_PAGES.filter(one => !hasOwnForm(one) && !SHOWN_OTHERWISE.includes(one.path))

const TYPED: Drawn['input'][] = ['text', 'longText', 'number', 'decimal', 'date', 'secret']
const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.locator(`#f-${name}`)
const line = (text: string) => page.locator('main .data').getByRole('row').filter({ hasText: text })
const gone = { state: 'detached' } as const
async function submit() {
  await press(operator, dialog.locator('footer .btn-primary'))
  await dialog.waitFor(gone)
}
/** An entry of the menu of the page. */
async function choose(icon: string, text: RegExp) {
  await press(operator, page.locator('.page-head button:has(.lucide-ellipsis-vertical)'))
  await press(operator, page.locator(`[role=menuitem]:has(.lucide-${icon})`).filter({ hasText: text }))
}

test.each(walked)('$path > a row is made, opened, changed, found, exported, deleted and imported', async ({ path, noun, spec, words }) => {
  const { body, unique = {} } = noun.facts
  const fields = fieldsOf(body as Body)
  const sample = sampleOf(body, () => null, Object.keys(unique)) as Record<string, unknown>
  const typed = fields.filter(({ name, input }) => TYPED.includes(input) && name in sample)
  const { name } = typed.find(({ input }) => input === 'text')!
  const [first, changed] = [String(sample[name]), `${String(sample[name])}x`]

  await visit(page, path)
  await press(operator, page.locator('.page-head .acts > button.btn').last())
  for (const one of typed) await field(one.name).fill(String(sample[one.name]))
  for (const one of fields.filter(({ input, isOptional }) => input === 'reference' && !isOptional)) {
    await press(operator, field(one.name))
    await press(operator, page.getByRole('option').last())
  }
  await submit()

  await press(operator, line(first).getByRole('cell').first())
  expect(await field(name).inputValue()).toBe(first)
  await field(name).fill(changed)
  await submit()
  await line(changed).waitFor()

  const search = page.locator('main input[type=search]')
  if (await search.count()) {
    await search.fill('nada disso')
    await line(changed).waitFor(gone)
    await search.fill(changed)
    await line(changed).waitFor()
    await search.fill('')
  }
  if (/\bexports:/.test(spec)) {
    const download = page.waitForEvent('download')
    await choose('file-down', /CSV/)
    expect(await Bun.file(await (await download).path()).text()).toContain(changed)
  }

  await line(changed).hover()
  await press(operator, line(changed).locator('button:has(.lucide-trash)'))
  await press(operator, dialog.locator('footer button').last())
  await line(changed).waitFor(gone)

  if (!/\bimports:/.test(spec)) return
  await choose('file-up', /./)
  const rows = [typed.map(one => labelOf(words, one.name)), typed.map(one => String(sample[one.name]))]
  const csv = { name: 'linhas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.map(row => row.join(';')).join('\n')) }
  await dialog.locator('input[type=file]').setInputFiles(csv)
  await press(operator, dialog.getByRole('button', { name: 'Importar 1 ' }))
  await dialog.getByText('1 linha importada').waitFor()
  await submit()
  await line(first).waitFor()
})
