import { afterAll, expect, test } from 'bun:test'
import { failure, startOpenai } from '../peers/openai'
import { keepSecrets } from '../secrets'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { NUMBER } from './shop'
import { pageOf, testShop } from './test-shop'

const KEY = 'sk-canario-da-pausa'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
const { shop, sit } = await testShop({ OUTBOUND_ALLOW: openai.destination })
afterAll(() => openai.stop())

test('an assistant that fails again and again is shown as paused, a test that works ends the pause, and the day’s spending stands above', async () => {
  const ana = await sit('wide', 'Ana Lima')
  const { page } = ana
  const { line, sheet } = pageOf(ana)
  const [queue] = await shop.owner.get<{ id: number }[]>('/queue')
  const { id: promptId } = await shop.owner.post<{ id: number }>('/prompt', {
    name: 'Vendedora',
    queueId: queue!.id,
    prompt: 'Você é a vendedora da Norte Fibra. Fale com frases curtas e simpáticas.',
    apiKey: KEY,
    baseUrl: openai.baseUrl,
  })
  await shop.owner.put(`/queue/${queue!.id}`, { promptId })
  let customers = 0
  const write = async () => {
    const phone = `551195556000${++customers}`
    shop.control.addPhone({ phone, name: `Cliente ${customers}` })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Quais são os planos?' })
    return phone
  }
  await goTo(ana, 'Assistentes de IA')
  openai.answer = () => ({ content: 'Temos 500 mega.', tokens: 1234 })
  const answered = await write()
  await shop.shows(answered, entries => entries.some(entry => entry.text.includes('500 mega')))
  await page.getByText('Hoje a empresa gastou 1.234 tokens de IA.').waitFor()

  openai.answer = () => failure(503, 'down')
  for (let n = 0; n < 5; n++) await write()
  await line('Vendedora')
    .getByText(/^Em pausa até \d\d:\d\d$/)
    .waitFor()
  await line('Vendedora')
    .getByText(/^Falhou 5 vezes seguidas/)
    .waitFor()
  await shop.owner.put('/settings/aiDailyTokens', { value: 1 })
  await page.reload()
  await page.getByText(/^O limite de hoje acabou: 1\.234 de 1\.000 tokens de IA/).waitFor()
  expect(await look(ana, 'prompt-paused')).toEqual([])

  openai.answer = () => ({ content: 'Temos 500 mega.' })
  await press(ana, line('Vendedora').getByText('Vendedora'))
  const form = sheet(/^Editar assistente/)
  await pressButton(ana, 'Testar', form)
  await form.getByText(/^Primeira resposta/).waitFor()
  await page.keyboard.press('Escape')
  await line('Vendedora')
    .getByText(/^Falhou/)
    .first()
    .waitFor()
  expect(
    await line('Vendedora')
      .getByText(/^Em pausa/)
      .count(),
  ).toBe(0)
})
