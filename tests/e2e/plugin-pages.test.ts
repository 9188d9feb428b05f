import { afterAll, expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { keepSecrets } from '../secrets'
import { look } from './browser'
import { OWNER } from './shop'
import { testShop } from './test-shop'

let isDead = true
const hook = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('', { status: isDead ? 503 : 200 }) })
afterAll(() => hook.stop(true))
const destination = `127.0.0.1:${hook.port}`
const SECRET = `whsec_${Buffer.from('canario-da-pagina-de-avisos').toString('base64')}`
keepSecrets('signing secret', [SECRET])
const { shop, browser } = await testShop({ OUTBOUND_ALLOW: destination })
await shop.owner.put('/settings/singleSession', { value: 'disabled' })
const operator = await agent(browser, shop.url, 'wide', OWNER)
const { page } = operator
const line = (text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text })

test('an operator sees the plugins, looks into one, and starts it anew', async () => {
  await goTo(operator, 'Plugins')
  await line('Dialogflow').waitFor()
  expect(await look(operator, 'plugins')).toEqual([])
  await press(operator, line('Dialogflow'))
  const sheet = page.getByRole('dialog', { name: 'Dialogflow' })
  await sheet.getByText('Nada foi anotado').waitFor()
  expect(await look(operator, 'plugin-sheet')).toEqual([])
  await pressButton(operator, 'Reiniciar', sheet)
  await sheet.getByText('Reiniciado por um operador').waitFor()
  await sheet.getByText('Informação').waitFor()
  await pressButton(operator, 'Fechar', sheet.locator('footer'))
})

test('a webhook is added, told of a contact, rests after its target failed, and is told at once when somebody asks', async () => {
  await goTo(operator, 'Avisos por webhook')
  await page.getByRole('heading', { name: /Avise seus programas/ }).waitFor()
  await pressButton(operator, /^Novo aviso/, page.locator('.page-head'))
  const form = page.getByRole('dialog', { name: 'Novo aviso por webhook' })
  await form.getByLabel('Nome').fill('ERP')
  await form.getByLabel('Endereço').fill(`http://${destination}/`)
  await form.getByLabel('Segredo de assinatura').fill(SECRET)
  expect(await look(operator, 'event-webhook-sheet')).toEqual([])
  await pressButton(operator, /^Criar aviso/, form)
  await line('ERP').waitFor()
  await shop.owner.post('/contacts/upload', { rows: [{ name: 'Helena Prado', number: '5511987650001' }] })
  await press(operator, line('ERP'))
  const sheet = page.getByRole('dialog', { name: /Editar aviso/ })
  await sheet.getByRole('tab', { name: 'Envios' }).click()
  await sheet.getByText('contact.created').waitFor()
  await sheet.getByText('HTTP 503').waitFor()
  expect(await look(operator, 'event-webhook-log')).toEqual([])
  isDead = false
  await pressButton(operator, 'Enviar agora', sheet)
  await page.getByText('1 voltou para a fila').first().waitFor()
  await sheet.getByText('Entregue').waitFor()
})
