import { expect, test } from 'bun:test'
import { composer, goTo, inHead, openTicket, press, pressButton, showList } from './agent'
import { look, type Size, sizes } from './browser'
import { NUMBER } from './shop'
import { pageOf, testShop } from './test-shop'
import { setAhead } from './wrong-clock'

const { shop, sit } = await testShop()
const DAY = 86_400_000
/** On the clock of the company, which is that of the browser here. */
const wall = (at: number) => new Date(at - 3 * 3600_000).toISOString()

for (const size of Object.keys(sizes) as Size[])
  test(`schedules, ${size} > a message is planned, moved, sent when its time comes, and shown in every view`, async () => {
    const ana = await sit(size, `Ana${size} Lima`)
    const { page } = ana
    const { sheet } = pageOf(ana)
    const phone = size === 'wide' ? '5511955550031' : '5511955550032'
    const name = `Helena ${size}`
    shop.control.addPhone({ phone, name })
    await shop.owner.post('/contacts', { name, number: phone, email: '' })
    await goTo(ana, 'Agendamentos')
    await page.locator('.cal').waitFor()
    await pressButton(ana, /^Novo agendamento/, page.locator('.page-head'))
    const form = sheet('Novo agendamento')
    await form.getByLabel('Contato').fill(name)
    await press(ana, form.getByRole('option', { name }))
    await form.getByLabel('Mensagem').fill('Oi')
    await pressButton(ana, /^Agendar/, form)
    await form.getByText(/^Pelo menos \d+ caracteres$/).waitFor()
    await form.getByLabel('Mensagem').fill('Oi, {{firstName}}, até a visita')
    await form.getByLabel('Repetir').selectOption('Toda semana')
    await pressButton(ana, 'Amanhã, 9h', form)
    expect(await look(ana, 'schedule-sheet')).toEqual([])
    await pressButton(ana, /^Agendar/, form)
    await form.waitFor({ state: 'detached' })

    const tomorrow = wall(Date.now() + DAY).slice(0, 10)
    const chip = page.getByRole('button', { name: new RegExp(`^09:00 ?${name}.*Programada`) }).first()
    if (size === 'wide') {
      // The last days of a month may have tomorrow in the next.
      const shown = page.locator(`[data-day="${tomorrow}"]`)
      if (!(await shown.count())) await pressButton(ana, 'Próximo')
      await chip.waitFor()
      expect(await look(ana, 'schedules-month')).toEqual([])
      await chip.press('Alt+ArrowRight')
      const moved = sheet(/^Programada/)
      await moved.getByText('Clique em salvar para registar as alterações').waitFor()
      expect(await moved.getByLabel('Data').inputValue()).toBe(wall(Date.now() + 2 * DAY).slice(0, 10))
      await pressButton(ana, /^Salvar/, moved)
      await moved.waitFor({ state: 'detached' })
      for (const view of ['Semana', 'Dia']) {
        await press(ana, page.getByRole('tab', { name: view }))
        await page.locator('.calw').waitFor()
        expect(await look(ana, `schedules-${view}`)).toEqual([])
      }
      await pressButton(ana, 'Hoje')
      await press(ana, page.getByRole('tab', { name: 'Mês' }))
    } else {
      await page.locator('.cal-n[aria-pressed=false]').first().waitFor()
      expect(await look(ana, 'schedules-month')).toEqual([])
    }
    const { schedules } = await shop.owner.get<{ schedules: { id: number; sendAt: string }[] }>('/schedules')
    const planned = schedules.toSorted((a, b) => b.id - a.id)[0]
    expect(wall(Date.parse(planned!.sendAt)).slice(0, 10)).toBe(size === 'wide' ? wall(Date.now() + 2 * DAY).slice(0, 10) : tomorrow)

    await shop.owner.put(`/schedules/${planned!.id}`, { sendAt: new Date().toISOString() })
    await shop.shows(phone, entries => entries.some(entry => entry.text === 'Oi, Helena, até a visita'), NUMBER)
    await press(ana, page.getByRole('tab', { name: 'Agenda' }))
    const sent = page.locator('.agenda').getByRole('button', { name: new RegExp(`${name}.*Enviada`) })
    await sent.getByText('Oi, Helena, até a visita').waitFor()
    expect(await look(ana, 'schedules-agenda')).toEqual([])
    await press(ana, sent)
    const gone = sheet(new RegExp(`^Enviada · ${name}`))
    await gone.getByRole('link', { name: 'Ver a conversa' }).waitFor()
    expect(await gone.getByRole('button', { name: /^Salvar/ }).count()).toBe(0)
    await pressButton(ana, 'Fechar', gone.locator('footer'))
    // What lay over the page had an entry of its own, which goes with it (kit/back.ts).
    await page.waitForFunction(() => history.state !== 'over')

    const { contacts } = await shop.owner.get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${phone}`)
    await page.goto(`/schedules?contactId=${contacts[0]!.id}`)
    const from = sheet('Novo agendamento')
    await from.getByLabel('Contato').waitFor()
    expect(await from.getByLabel('Contato').inputValue()).toBe(name)
    await from.getByLabel('Mensagem').fill('Mais uma visita')
    await pressButton(ana, /^Agendar/, from)
    await from.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')

    // Sent, it opened the conversation for who planned it; what is typed there can go later too.
    if (size === 'phone') return
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Combinado' })
    await goTo(ana, 'Atendimentos')
    await showList(ana, 'Atendendo')
    await openTicket(ana, name)
    await composer(ana).fill('Até amanhã cedo')
    await pressButton(ana, 'Anexar')
    await press(ana, page.getByRole('menuitem', { name: 'Enviar mais tarde' }))
    const later = sheet('Novo agendamento')
    expect(await later.getByLabel('Mensagem').inputValue()).toBe('Até amanhã cedo')
    await pressButton(ana, 'Amanhã, 9h', later)
    await pressButton(ana, /^Agendar/, later)
    await later.waitFor({ state: 'detached' })
    expect(await composer(ana).inputValue()).toBe('')
    await inHead(ana, 'Mais ações')
    await press(ana, page.getByRole('menuitem', { name: 'Agendar mensagem' }))
    await sheet('Novo agendamento').getByLabel('Contato').waitFor()
  })

test('schedules > a repeat in a month far from the first opens the first: what is changed of it moves nothing', async () => {
  const ana = await sit('wide', 'Ana Repete')
  const { page } = ana
  shop.control.addPhone({ phone: '5511955550035', name: 'Repetida Prado' })
  const contact = await shop.owner.post<{ id: number }>('/contacts', { name: 'Repetida Prado', number: '5511955550035', email: '' })
  const sendAt = new Date(Math.ceil((Date.now() + DAY) / 60_000) * 60_000).toISOString()
  const body = { body: 'Lembrete de todo dia', contactId: contact.id, sendAt, recurrence: 'daily' }
  const { id } = await shop.owner.post<{ id: number }>('/schedules', body)
  await page.goto('/schedules')
  await press(ana, page.getByRole('tab', { name: 'Agenda' }))
  await pressButton(ana, 'Próximo')
  await pressButton(ana, 'Próximo')
  await press(
    ana,
    page
      .locator('.agenda')
      .getByRole('button', { name: /Repetida Prado/ })
      .first(),
  )
  const form = pageOf(ana).sheet(/^Programada/)
  expect(await form.getByLabel('Data').inputValue()).toBe(wall(Date.parse(sendAt)).slice(0, 10))
  await form.getByLabel('Mensagem').fill('Lembrete de cada dia')
  await pressButton(ana, /^Salvar/, form)
  await form.waitFor({ state: 'detached' })
  expect(await shop.owner.get<object>(`/schedules/${id}`)).toMatchObject({ body: 'Lembrete de cada dia', sendAt })
})

test('schedules > a computer whose clock is wrong shows the day that it is, and begins with an hour that is to come', async () => {
  const caio = await sit('wide', 'Caio Melo')
  const { page } = caio
  await setAhead(caio, 3 * DAY)
  await page.goto('/schedules')
  const today = page.locator('.is-today [data-day]').first()
  await today.waitFor()
  expect(await today.getAttribute('data-day')).toBe(wall(Date.now()).slice(0, 10))
  await pageOf(caio).create(/^Novo agendamento/)
  const form = pageOf(caio).sheet('Novo agendamento')
  expect(await form.getByLabel('Data').inputValue()).toBe(wall(Date.now() + 3600_000).slice(0, 10))
  await pressButton(caio, 'Amanhã, 9h', form)
  expect(await form.getByLabel('Data').inputValue()).toBe(wall(Date.now() + DAY).slice(0, 10))
})
