import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '../until'
import { openConnected, type Connected } from './connected'

const SHOP = '5511940000002'
const PATIENCE_MS = 30_000

let shop: Connected
beforeAll(async () => {
  shop = await openConnected({ accounts: [SHOP] })
  const { id } = await shop.client.post<{ id: number }>('/queue', {
    name: 'Suporte',
    color: '#0094ce',
    greetingMessage: 'Em que ajudamos?',
  })
  const { id: sales } = await shop.client.post<{ id: number }>('/queue', { name: 'Vendas', color: '#33a340' })
  for (const title of ['Internet', 'Boleto'])
    await shop.client.post('/queue-options', { queueId: id, title, message: `${title}: já vamos` })
  await shop.client.put(`/whatsapp/${shop.connectionIds[0]}`, { queueIds: [id, sales], greetingMessage: 'Olá!' })
}, 120_000)
afterAll(() => shop.close())

const MENU = 'Olá!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
const OPTIONS = 'Em que ajudamos?\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const INVALID = 'Opção inválida, por favor, escolha uma opção válida.'
const STEPS: [string, string][] = [
  ['oi', MENU],
  ['9', INVALID],
  ['1', OPTIONS],
  ['#', MENU],
  ['1', OPTIONS],
  ['2', 'Boleto: já vamos'],
]

test.each(STEPS.keys().toArray())(
  'killed at step %p of a menu, each answer comes once, and the customer stands where they stood',
  async at => {
    const phone = `5521981${String(at).padStart(6, '0')}`
    shop.control.addPhone({ phone, name: `Cliente ${at}` })
    const heard = () => shop.control.transcript({ phone, chat: SHOP }).flatMap(({ from, text }) => (from === phone ? [] : text))
    for (const [n, [words]] of STEPS.entries()) {
      await shop.control.send({ from: phone, to: SHOP, type: 'text', text: words })
      if (n === at) {
        await shop.product.end('SIGKILL')
        await shop.product.start()
        await shop.connected()
      }
      await until(() => heard().length > n, PATIENCE_MS, `an answer to ${words}`)
    }
    expect(heard()).toEqual(STEPS.map(([, answer]) => answer))
  },
  60_000,
)
