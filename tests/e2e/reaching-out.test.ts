import { expect, test } from 'bun:test'
import { agent, drag, drop, goTo, press, pressButton } from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { NUMBER } from './shop'
import { pageOf, testShop } from './test-shop'
import { until } from '../until'

const { shop, browser } = await testShop()
const DAY = 86_400_000
const MANY = 1000
/** A day of the month that follows, on the clock of the company. */
const nextMonth = (day: number) => {
  const [year, month] = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }).split('-').map(Number)
  return new Date(Date.UTC(year!, month!, day)).toISOString().slice(0, 10)
}
const ALWAYS = Array.from({ length: 7 }, () => ({ isOn: true, from: '00:00', to: '23:59' }))
const [connection] = await shop.owner.get<{ id: number }[]>('/whatsapp')
await shop.owner.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, days: ALWAYS } })

const LIA = { email: 'lia@nortefibra.test', password: 'uma frase curta' }
await shop.owner.post('/users', { name: 'Lia Campos', ...LIA, profile: 'supervisor', queueIds: [] })
/** Somebody who leads, and is no administrator. */
const leader = (size: Size) => agent(browser, shop.url, size, LIA)
/** What a wide screen has at its right stands on a phone at the same place. */
const tab = (person: Person, name: string) => press(person, person.page.getByRole('tab', { name }))

for (const [i, size] of (Object.keys(sizes) as Size[]).entries()) {
  test(`a leader stops the check of a list and goes on with it, and makes a list of those who answered a campaign: ${size}`, async () => {
    const lia = await leader(size)
    const { page } = lia
    const { line, sheet, create } = pageOf(lia)
    const { id } = await shop.owner.post<{ id: number }>('/contact-lists', { name: `Bairro ${size}` })
    // Thirty every eight seconds: a check that goes on for longer than any machine takes to press a button.
    const rows = Array.from({ length: MANY }, (_, n) => ({ name: `Vizinho ${n}`, number: `55119666${i}${10_000 + n}` }))
    await shop.owner.post(`/contact-lists/${id}/upload`, { rows })
    const asked = async () => (await shop.owner.get<{ unchecked: number }>(`/contact-lists/${id}`)).unchecked
    await until(async () => (await asked()) < MANY)
    await goTo(lia, 'Listas de contatos')
    await line(`Bairro ${size}`).waitFor()
    expect(await look(lia, 'contact-lists')).toEqual([])
    await press(lia, line(`Bairro ${size}`).getByText(`Bairro ${size}`))
    await pressButton(lia, 'Parar')
    await page.getByText('A conferência está parada').waitFor()
    const left = await asked()
    expect(left).toBeGreaterThan(0)
    expect(await look(lia, 'number-check-stopped')).toEqual([])
    await pressButton(lia, 'Continuar')
    await page.getByRole('button', { name: 'Parar' }).waitFor()
    await until(async () => (await asked()) < left)
    await pressButton(lia, 'Parar')
    await page.getByText('A conferência está parada').waitFor()

    const phone = `551195556${i}001`
    shop.control.addPhone({ phone, name: 'Rita Alves' })
    const { id: listId } = await shop.owner.post<{ id: number }>('/contact-lists', { name: `Quem responde ${size}` })
    await shop.owner.post(`/contact-lists/${listId}/upload`, { rows: [{ name: 'Rita Alves', number: phone }] })
    const given = { name: `Pesquisa ${size}`, message1: 'Oi {nome}', contactListId: listId, whatsappId: connection!.id }
    const scheduledAt = new Date().toISOString()
    const campaign = await shop.owner.post<{ id: number }>('/campaigns', { ...given, scheduledAt })
    await shop.shows(phone, said => said.some(({ text }) => text === 'Oi Rita Alves'))
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Quero saber mais, por favor' })
    await until(
      async () => (await shop.owner.get<{ counts: { answered: number } }>(`/campaigns/${campaign.id}/report`)).counts.answered === 1,
    )
    await goTo(lia, 'Listas de contatos')
    await create(/^Nova lista/)
    const form = sheet('Nova lista')
    await form.getByLabel('Nome').fill(`Interessados ${size}`)
    await press(lia, form.locator('.source-cards label').filter({ hasText: 'Campanha' }))
    await press(lia, form.getByRole('button', { name: /^Campanha/ }))
    await press(lia, page.getByRole('option', { name: `Pesquisa ${size}` }))
    await form.getByLabel('Quem entra').selectOption('Quem respondeu')
    expect(await look(lia, 'contact-list-of-campaign')).toEqual([])
    await pressButton(lia, /^Criar lista/, form)
    await line('Rita Alves').waitFor()

    await page.goto(`/campaign/${campaign.id}/report`)
    await line('Rita Alves').waitFor()
    expect(await look(lia, 'report-of-one')).toEqual([])
    await pressButton(lia, 'Exportar')
    const [file] = await Promise.all([page.waitForEvent('download'), press(lia, page.getByRole('menuitem', { name: /CSV/ }))])
    const [head, row] = (await Bun.file((await file.path())!).text()).split(/\r?\n/)
    expect([head!.split(';').length, row]).toEqual([7, expect.stringContaining('Rita Alves')])
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'sair' })
    await line('Rita Alves').getByText('Entregue').or(line('Rita Alves').getByText('Lida')).waitFor()
    await page.goto(`/contact-lists/${listId}/contacts`)
    await line('Rita Alves').getByText('Pediu para sair').waitFor()
    expect(await look(lia, 'opted-out-in-list')).toEqual([])

    await page.goto(`/campaigns/${campaign.id}`)
    await pressButton(lia, 'Enviar teste para mim')
    const trial = sheet('Enviar teste para mim')
    await trial.getByLabel('Seu número no WhatsApp').fill(phone)
    expect(await look(lia, 'campaign-test')).toEqual([])
    await pressButton(lia, /^Enviar teste/, trial)
    await trial.waitFor({ state: 'detached' })
    await shop.shows(phone, said => said.filter(({ text }) => text?.startsWith('Oi Rita')).length === 2)
    await lia.close()
  })

  test(`schedules are found in a list whatever their day is, with what became of them: ${size}`, async () => {
    const lia = await leader(size)
    const { page } = lia
    const { line, sheet } = pageOf(lia)
    const [known, nobody] = [`551195557${i}001`, `551195557${i}002`]
    shop.control.addPhone({ phone: known, name: 'Marta Reis' })
    const contact = async (name: string, number: string) =>
      (await shop.owner.post<{ id: number }>('/contacts', { name, number, email: '' })).id
    const marta = await contact(`Marta ${size}`, known)
    const later = { body: 'Sua fatura vence em dois dias', sendAt: new Date(Date.now() + 40 * DAY).toISOString() }
    await shop.owner.post('/schedules', { ...later, contactId: marta, recurrence: 'monthly' })
    await shop.owner.post('/schedules', { body: 'Instalação confirmada', sendAt: new Date().toISOString(), contactId: marta })
    shop.control.addPhone({ phone: nobody, name: 'Ninguém' })
    await goTo(lia, 'Agendamentos')
    await tab(lia, 'Lista')
    await line(`Marta ${size}`).filter({ hasText: 'Enviada' }).waitFor()
    await line(`Marta ${size}`).filter({ hasText: 'Programada' }).waitFor()
    expect(await look(lia, 'schedules-list')).toEqual([])
    await page.getByLabel('Contato ou mensagem').fill('fatura vence')
    await line('Enviada')
      .filter({ hasText: `Marta ${size}` })
      .waitFor({ state: 'detached' })
    await press(lia, line(`Marta ${size}`).getByText(`Marta ${size}`))
    await sheet(`Programada · Marta ${size}`).waitFor()
    await page.keyboard.press('Escape')
    await sheet(`Programada · Marta ${size}`).waitFor({ state: 'detached' })
    for (const view of ['Mês', 'Semana', 'Dia', 'Agenda']) {
      await tab(lia, view)
      await page.locator('.cal, .calw, .agenda, .empty').first().waitFor()
      expect(await look(lia, `calendar-${view}`)).toEqual([])
    }
    await lia.close()
  })
}

test('what is dragged to another day, or goes to another hour by the keyboard, is kept when somebody saves it', async () => {
  const lia = await leader('wide')
  const { page } = lia
  const { sheet } = pageOf(lia)
  shop.control.addPhone({ phone: '5511955580001', name: 'Davi' })
  const { id: contactId } = await shop.owner.post<{ id: number }>('/contacts', { name: 'Davi Rocha', number: '5511955580001', email: '' })
  // The first days of a month stand in its calendar whatever today is.
  const [day, next] = [nextMonth(1), nextMonth(2)]
  await shop.owner.post('/schedules', { body: 'Visita técnica', contactId, sendAt: `${day}T10:00` })
  await goTo(lia, 'Agendamentos')
  await pressButton(lia, 'Próximo')
  const chip = page.getByRole('button', { name: /^10:00 ?Davi Rocha/ })
  const cell = page.locator('.cal-c:not(.is-out)').filter({ has: page.locator(`[data-day="${next}"]`) })
  await drag(lia, chip, cell, page.locator('.cal-c.is-over').filter({ has: page.locator(`[data-day="${next}"]`) }))
  await drop(lia)
  const moved = sheet('Programada · Davi Rocha')
  await moved.getByText('Clique em salvar para registar as alterações').waitFor()
  expect(await moved.getByLabel('Data').inputValue()).toBe(next)
  expect(await look(lia, 'schedule-dragged')).toEqual([])
  await pressButton(lia, /^Salvar/, moved)
  await moved.waitFor({ state: 'detached' })
  await cell.getByRole('button', { name: /^10:00 ?Davi Rocha/ }).waitFor()
  await tab(lia, 'Dia')
  await pressButton(lia, 'Próximo')
  await chip.press('Alt+ArrowDown')
  await moved.getByText('Clique em salvar para registar as alterações').waitFor()
  expect([await moved.getByLabel('Data').inputValue(), await moved.locator('#f-time').inputValue()]).toEqual([next, '11:00'])
  await pressButton(lia, /^Salvar/, moved)
  await page.getByRole('button', { name: /^11:00 ?Davi Rocha/ }).waitFor()
  await lia.close()
})

test('the days of the calendar are one stop of the keyboard, and arrows go from one to another, out of the month too', async () => {
  const lia = await leader('wide')
  const { page } = lia
  await goTo(lia, 'Agendamentos')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day'])
  await page.locator('.cal-n[data-day][tabindex="0"]').focus()
  const today = (await focused())!
  const later = (days: number) => new Date(Date.parse(`${today}T00:00Z`) + days * DAY).toISOString().slice(0, 10)
  const pressed = async (key: string, day: string) => {
    await page.keyboard.press(key)
    await until(async () => (await focused()) === day, undefined, `${key} to ${day}`)
  }
  await pressed('ArrowRight', later(1))
  await pressed('ArrowLeft', today)
  for (let week = 1; week <= 6; week++) await pressed('ArrowDown', later(7 * week))
  expect(await page.locator('.cal-n[data-day][tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Novo agendamento' })
  expect(await sheet.getByLabel('Data').inputValue()).toBe(later(42))
  await lia.close()
})
