import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { NUMBER } from './shop'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))

test('a campaign that asks too much of a new number says so before it starts, waits at a lock of the network, and the connection tells why', async () => {
  const ana = await sit('wide', 'Ana Lima')
  const { page } = ana
  const { line, sheet } = pageOf(ana)
  const { phones } = shop.control.addPhones({ count: 25, from: '5511955560000' })
  await shop.owner.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })
  const { id } = await shop.owner.post<{ id: number }>('/contact-lists', { name: 'Parque Dez' })
  await shop.owner.post(`/contact-lists/${id}/upload`, { rows: phones.map((number, n) => ({ name: `Cliente ${n + 1}`, number })) })
  const whatsapp = (await shop.owner.get<{ id: number }[]>('/whatsapp'))[0]!
  await shop.owner.post('/campaigns', { name: 'Fibra nova', message1: 'Oi {primeiro_nome}', contactListId: id, whatsappId: whatsapp.id })
  shop.control.fault({ account: NUMBER, reachOut: { left: 2, seconds: 7200 } })

  await goTo(ana, 'Campanhas')
  await press(ana, line('Fibra nova').getByText('Fibra nova'))
  await page
    .getByText(
      '25 pessoas nunca escreveram para este número, conectado há pouco. Se ele também é novo no WhatsApp, ligue o aquecimento em Conexões: 20 conversas novas por dia, 2 dias.',
    )
    .waitFor()
  expect(await look(ana, 'campaign-demand')).toEqual([])
  await pressButton(ana, 'Começar agora')
  const question = sheet(/^Começar a campanha Fibra nova/)
  await question.getByText('25 pessoas nunca escreveram').waitFor()
  await pressButton(ana, 'Começar mesmo assim', question)

  await page.getByText(/^O WhatsApp restringiu o número até .*: continua sozinha$/).waitFor()
  expect(phones.filter(phone => shop.control.transcript({ phone, chat: NUMBER }).length).length).toBe(2)
  expect(await look(ana, 'campaign-held')).toEqual([])
  await press(ana, page.getByRole('link', { name: 'Voltar para Campanhas' }))
  await line('Fibra nova')
    .getByText(/restringiu o número/)
    .waitFor()
  expect(await look(ana, 'campaigns-held')).toEqual([])

  await goTo(ana, 'Conexões')
  await line('Loja').hover()
  await pressButton(ana, 'Mais ações de Loja')
  await press(ana, page.getByRole('menuitem', { name: 'Saúde do número' }))
  const health = sheet('Saúde de Loja')
  await health.getByText('Restrito', { exact: true }).waitFor()
  await health.getByText(/não deixa este número começar conversas até/).waitFor()
  expect(await look(ana, 'number-health')).toEqual([])
  await press(ana, health.getByRole('tab', { name: 'Recusas' }))
  await health.getByRole('img', { name: /^Recusas/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await health.getByLabel('Ignorar a saúde nas campanhas').scrollIntoViewIfNeeded()
  expect(await look(ana, 'number-health-narrow')).toEqual([])
  await press(ana, health.getByLabel('Ignorar a saúde nas campanhas'))
  await pressButton(ana, 'Ignorar a saúde', sheet('Ignorar a saúde de Loja?'))
  await health.getByText('As campanhas deste número não seguem este limite.').waitFor()
  expect(await shop.owner.get<object>(`/whatsapp/${whatsapp.id}`)).toMatchObject({ ignoresHealth: true })
})

test('a campaign whose connection is down says that it waits, before it starts and while it should run', async () => {
  const person = await sit('wide', 'Bia Reis')
  const { page } = person
  const { line, sheet } = pageOf(person)
  const given = { name: 'Sem linha', message1: 'Oi' }
  const [list] = (await shop.owner.get<{ records: { id: number }[] }>('/contact-lists')).records
  const whatsapp = await shop.owner.post<{ id: number }>('/whatsapp', { name: 'Reserva', queueIds: [] })
  await shop.owner.post('/campaigns', { ...given, contactListId: list!.id, whatsappId: whatsapp.id })
  await goTo(person, 'Campanhas')
  await press(person, line('Sem linha').getByText('Sem linha'))
  await page.getByText('A conexão está desconectada: a campanha espera até ela voltar.').waitFor()
  await pressButton(person, 'Começar agora')
  await pressButton(person, 'Começar mesmo assim', sheet(/^Começar a campanha Sem linha/))
  await page.getByText('A conexão está desconectada: continua sozinha quando ela voltar').waitFor()
  expect(await look(person, 'campaign-offline')).toEqual([])
  await press(person, page.getByRole('link', { name: 'Voltar para Campanhas' }))
  await line('Sem linha').getByText('A conexão está desconectada').waitFor()
})
