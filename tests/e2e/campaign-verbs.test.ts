import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look } from './browser'
import { pageOf, testShop } from './test-shop'
import { NUMBER } from './shop'
import { until } from '../until'

const { shop, sit } = await testShop()
const ana = await sit('wide', 'Ana Lima')
const bia = await sit('phone', 'Bia Reis')
const { line, sheet } = pageOf(ana)
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
const pace = (messageInterval: number) =>
  shop.owner.post('/campaign-settings', { settings: { messageInterval, longerIntervalAfter: 0, days: ALWAYS } })
const PEOPLE = [
  ['5511955550701', 'Amélia Prado'],
  ['5511955550702', 'Bento Rosa'],
  ['5511955550703', 'Célia Nunes'],
] as const
for (const [phone, name] of PEOPLE) shop.control.addPhone({ phone, name })
const got = (at: number) => shop.shows(PEOPLE[at]![0], said => said.some(({ text }) => text === 'Oi'))

/** A list of them, all of whom are known to have an account. */
async function listOf(name: string) {
  const { id } = await shop.owner.post<{ id: number }>('/contact-lists', { name })
  await shop.owner.post(`/contact-lists/${id}/upload`, { rows: PEOPLE.map(([number, name]) => ({ name, number })) })
  await until(async () => (await shop.owner.get<{ valid: number }>(`/contact-lists/${id}`)).valid === PEOPLE.length)
  return id
}

test('campaigns > one is begun, paused, resumed, cancelled, restarted after a question, and repeated to those whom it did not reach', async () => {
  const { page } = ana
  const contactListId = await listOf('Os três')
  const [connection] = await shop.owner.get<{ id: number }[]>('/whatsapp?session=0')
  const given = { name: 'De mão em mão', message1: 'Oi', contactListId, whatsappId: connection!.id }
  const { id } = await shop.owner.post<{ id: number }>('/campaigns', given)
  // One goes out at once; the next only when the pace is another.
  await pace(20)
  await goTo(ana, 'Campanhas')
  await pressButton(ana, 'Mais ações de De mão em mão')
  await press(ana, page.getByRole('menuitem', { name: 'Começar agora' }))
  await pressButton(ana, 'Começar agora', sheet(/^Começar a campanha De mão em mão/))
  await got(0)
  await page.goto(`/campaign/${id}/report`)
  await line('Amélia Prado').getByText('Entregue').waitFor()
  await pressButton(ana, 'Pausar')
  await page.getByText('Em Andamento, pausada').waitFor()
  await page.getByText('por Ana Lima').waitFor()
  await pressButton(ana, 'Continuar')
  await page.getByText('Em Andamento', { exact: true }).waitFor()
  await pressButton(ana, 'Cancelar envio')
  await pressButton(ana, 'Cancelar envio', sheet(/^Cancelar a campanha De mão em mão/))
  await page.getByText('Cancelada').waitFor()
  expect(await look(ana, 'campaign-cancelled')).toEqual([])

  const question = sheet('Reiniciar a campanha De mão em mão?')
  await pressButton(ana, 'Reiniciar')
  await question.getByText(/^2 contatos\. Deve terminar/).waitFor()
  expect(await look(ana, 'campaign-restart')).toEqual([])
  await pressButton(ana, 'Cancelar', question)
  await question.waitFor({ state: 'detached' })
  await page.getByText('Cancelada').waitFor()
  await goTo(ana, 'Campanhas')
  await pressButton(ana, 'Mais ações de De mão em mão')
  await press(ana, page.getByRole('menuitem', { name: 'Reiniciar' }))
  await question.getByText(/^2 contatos\./).waitFor()
  shop.control.fault({ account: NUMBER, refuse: { code: 463, times: 1 } })
  await pressButton(ana, 'Reiniciar', question)
  await line('De mão em mão').getByText('Em Andamento', { exact: true }).waitFor()
  await pace(0)
  await line('De mão em mão').getByText('Finalizada').waitFor()

  await page.goto(`/campaign/${id}/report`)
  await line('Bento Rosa')
    .getByText(/^Não enviada/)
    .waitFor()
  await got(2)
  await pressButton(ana, 'Reenviar aos 1')
  await page.getByRole('heading', { name: 'De mão em mão · 1' }).waitFor()
  await page.getByText('1 de 1').waitFor()
  await pressButton(ana, 'Começar agora')
  const again = sheet(/^Começar a campanha De mão em mão · 1/)
  await again.getByText(/^1 contato\./).waitFor()
  await pressButton(ana, 'Começar agora', again)
  await got(1)
})

test('campaigns > a report is narrowed by a search and by what became of people, and its file has those who are shown', async () => {
  const { page } = ana
  const [one] = await shop.owner
    .get<{ id: number; name: string }[]>('/campaigns/list')
    .then(all => all.filter(({ name }) => name === 'De mão em mão'))
  await shop.control.send({ from: PEOPLE[0]![0], to: NUMBER, type: 'text', text: 'sair' })
  await until(async () => (await shop.owner.get<{ counts: { optedOut: number } }>(`/campaigns/${one!.id}/report`)).counts.optedOut === 1)
  await page.goto(`/campaign/${one!.id}/report`)
  await line('Amélia Prado').getByText('Pediu para sair').waitFor()
  expect(await look(ana, 'campaign-report-left')).toEqual([])
  const view = page.getByLabel('Situação', { exact: true })
  const foot = page.locator('.list-foot')
  await view.selectOption('Pediram para sair')
  await foot.getByText('1 contato').waitFor()
  await line('Amélia Prado').waitFor()
  expect(await line('Célia Nunes').count()).toBe(0)
  await view.selectOption('Não enviadas')
  await line('Bento Rosa').waitFor()
  await foot.getByText('1 contato').waitFor()
  await view.selectOption('Todos')
  await foot.getByText('3 contatos').waitFor()
  await page.getByLabel('Nome ou número').fill('amel')
  await foot.getByText('1 contato', { exact: true }).waitFor()
  await pressButton(ana, 'Exportar')
  const csv = page.getByRole('menuitem', { name: /CSV/ })
  const [file] = await Promise.all([page.waitForEvent('download'), press(ana, csv)])
  const [head, ...rows] = (await Bun.file((await file.path())!).text()).trim().split('\r\n')
  expect(head).toContain('Pediu para sair')
  expect(rows).toEqual([expect.stringMatching(/^Amélia Prado;.*\d\d:\d\d$/)])
})

test('campaigns > why the product stopped one is said in the list and in the report, on a phone as well', async () => {
  const contactListId = await listOf('De um número')
  const { id: whatsappId } = await shop.owner.post<{ id: number }>('/whatsapp', { name: 'Segunda loja', queueIds: [] })
  const given = { name: 'Sem número', message1: 'Oi', contactListId, whatsappId, scheduledAt: '2031-03-04T09:00' }
  const { id } = await shop.owner.post<{ id: number }>('/campaigns', given)
  await ana.page.evaluate(async address => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch(address, { method: 'DELETE', headers })
  }, `/whatsapp/${whatsappId}`)
  for (const person of [ana, bia]) {
    const { page } = person
    await page.goto('/campaigns')
    await page.getByRole('table').getByText('A conexão foi excluída').waitFor()
    expect(await look(person, 'campaigns-stopped')).toEqual([])
    await page.goto(`/campaign/${id}/report`)
    await page.getByRole('status').getByText('A conexão foi excluída').waitFor()
    expect(await look(person, 'campaign-stopped')).toEqual([])
  }
})
