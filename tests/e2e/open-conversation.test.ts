import { beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../until'
import { bubble, composer, conversation, lastBubble, openTicket, pressButton, row, showList, thread } from './agent'
import { among } from './among'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()
const { ticketOf, write } = among(shop)
const customer = (name: string, phone: string) => ({ name, phone, write: (text: string) => write(phone, { type: 'text', text }) })
const [helena, caio] = [customer('Helena Prado', '5511987766100'), customer('Caio Mendes', '5511987766101')]
let ana: Person
let anaId: number

beforeAll(async () => {
  ana = await sit('wide', 'Ana Lima')
  const users = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
  anaId = users.users.find(({ name }) => name === 'Ana Lima')!.id
  for (const { name, phone, write } of [helena, caio]) {
    shop.control.addPhone({ phone, name })
    await write(`Bom dia, sou ${name}`)
    await shop.owner.put(`/tickets/${(await ticketOf(phone)).id}`, { status: 'open', userId: anaId })
  }
})

describe('the open conversation', () => {
  test('is never marked as unread while somebody reads it', async () => {
    await ana.page.goto('/tickets')
    await openTicket(ana, helena.name)
    await composer(ana).waitFor()
    // Caio's alone is unread.
    await until(async () => (await ana.page.title()).startsWith('(1) '))
    const answer = Promise.withResolvers<void>()
    await ana.page.route('**/read', async route => (await answer.promise, route.continue()))
    const title = await ana.page.title()
    await helena.write('Ainda estou aqui')
    await bubble(ana, 'Ainda estou aqui').waitFor()
    await row(ana, helena.name).getByText('Ainda estou aqui').waitFor()
    expect(
      await row(ana, helena.name)
        .getByRole('img', { name: /não lida/ })
        .count(),
    ).toBe(0)
    expect(await ana.page.title()).toBe(title)
    answer.resolve()
    await ana.page.unrouteAll({ behavior: 'wait' })
  })

  test('writes from right to left what is written so, in rows, bubbles and the field', async () => {
    await helena.write('مرحبا، أريد معرفة سعر الباقة الجديدة للإنترنت في المنزل من فضلكم اليوم أو غدا')
    await bubble(ana, 'مرحبا').waitFor()
    await composer(ana).fill('شكرا جزيلا')
    for (const where of [row(ana, helena.name).locator('.last'), bubble(ana, 'مرحبا').locator('.words'), composer(ana)])
      expect(await where.evaluate(one => getComputedStyle(one).direction)).toBe('rtl')
    await composer(ana).fill('')
    await ana.page.getByRole('article', { name: helena.name }).filter({ hasText: 'مرحبا' }).waitFor()
    expect(await look(ana, 'rtl')).toEqual([])
  })

  test('says between the messages what was done with it, by whom, and the day of each under the pointer', async () => {
    const { id } = await ticketOf(helena.phone)
    const { user } = shop.owner
    const users = await shop.owner.get<{ users: { id: number; name: string }[] }>('/users')
    const { name } = users.users.find(one => one.id === user.id)!
    const queues = await shop.owner.get<{ id: number; name: string }[]>('/queue')
    const tag = await shop.owner.post<{ id: number }>('/tags', { name: 'Urgente', color: '#aa2222' })
    const line = (text: string) => thread(ana).locator('.event').filter({ hasText: text }).last()
    const change = (values: object) => shop.owner.put(`/tickets/${id}`, values)
    await openTicket(ana, helena.name)
    await shop.owner.post('/tags/sync', { ticketId: id, tags: [{ id: tag.id }] })
    await line(`${name} adicionou a tag Urgente`).waitFor()
    await shop.owner.post('/tags/sync', { ticketId: id, tags: [] })
    await line(`${name} removeu a tag Urgente`).waitFor()
    await change({ status: 'pending', userId: null })
    await line(`${name} devolveu o atendimento à fila`).waitFor()
    await change({ status: 'open', userId: user.id })
    await line(`${name} aceitou o atendimento`).waitFor()
    await change({ queueId: queues.find(queue => queue.name === 'Vendas')!.id, status: 'open', userId: anaId })
    await line(`${name} transferiu para Ana Lima · Vendas`).waitFor()
    await change({ status: 'closed', userId: user.id })
    await line(`${name} resolveu o atendimento`).waitFor()
    await change({ status: 'open', userId: anaId })
    await line(`${name} reabriu o atendimento`).waitFor()
    const tip = ana.page.locator('.tip').filter({ hasText: /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/ })
    // A row that is drawn anew under a pointer that rests has not been entered.
    await until(async () => {
      await ana.page.mouse.move(0, 0)
      await line('reabriu').locator('time').hover()
      return tip.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    })
    await ana.page.mouse.move(0, 0)
    await tip.waitFor({ state: 'detached' })
    await lastBubble(ana).locator('.stamp').hover()
    await tip.waitFor()
    expect(await lastBubble(ana).getAttribute('aria-description')).toBe(await tip.textContent().then(text => text!.trim()))
  })

  test('is told of to who hears the page once in a while, however much comes: the last of it', async () => {
    await ana.page.clock.install()
    await showList(ana, 'Atendendo')
    await openTicket(ana, caio.name)
    await bubble(ana, `Bom dia, sou ${caio.name}`).waitFor()
    await composer(ana).waitFor()
    await ana.page.clock.pauseAt(new Date((await ana.page.evaluate(() => Date.now())) + 60_000))
    const spoken = () => ana.page.locator('.thread-box > [aria-live="polite"]').textContent()
    let since = 0
    const pass = (ms: number) => ((since += ms), ana.page.clock.runFor(ms))
    // What comes is drawn a moment later, which does not pass by itself.
    const come = async (...texts: string[]) => {
      for (const text of texts) await caio.write(text)
      await until(async () => (await pass(20), await row(ana, caio.name).getByText(texts.at(-1)!).count()) > 0)
    }
    await come('Primeiro')
    await until(async () => (await pass(20), await spoken()) === `${caio.name}: Primeiro`)
    since = 0
    await come('Segundo', 'Terceiro', 'Quarto')
    await pass(3_000 - since)
    expect(await spoken()).toBe(`${caio.name}: Primeiro`)
    await pass(1_100)
    await until(async () => (await spoken()) === `${caio.name}: Quarto`)
    // The same words again are put there anew, or they would not be said.
    const said = await ana.page.locator('.thread-box > [aria-live="polite"]').evaluateHandle(box => box.firstChild!)
    await caio.write('Quarto')
    await until(async () => (await pass(500), !(await said.evaluate(words => words.isConnected))))
    expect(await spoken()).toBe(`${caio.name}: Quarto`)
    await ana.page.goto('about:blank')
    await ana.page.clock.resume()
    await ana.page.goto('/tickets')
    await openTicket(ana, helena.name)
    await composer(ana).waitFor()
  })

  test('takes what is pasted beside the field, words and files', async () => {
    await composer(ana).press('Escape')
    const paste = (fill: (given: DataTransfer) => void) =>
      ana.page.evaluate(`{
        const clipboardData = new DataTransfer()
        ;(${fill})(clipboardData)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }`)
    await paste(given => given.setData('text/plain', 'Rua das Flores, 10'))
    await until(async () => (await composer(ana).inputValue()) === 'Rua das Flores, 10')
    await composer(ana).fill('')
    await composer(ana).press('Escape')
    await paste(given => void given.items.add(new File(['%PDF-1.4'], 'orçamento.pdf', { type: 'application/pdf' })))
    await ana.page.getByText('orçamento.pdf').waitFor()
    await pressButton(ana, /^Remover/, conversation(ana))
  })

  const rest = () => thread(ana).evaluate(box => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  test('has no ring around it after Esc and a press, and its pill leads to the very end', async () => {
    await shop.control.burst({ to: NUMBER, phones: [helena.phone], count: 30, text: 'linha' })
    await bubble(ana, /linha/).first().waitFor()
    await bubble(ana, 'linha 30').waitFor()
    await composer(ana).press('Escape')
    await thread(ana).click({ position: { x: 20, y: 20 } })
    await ana.page.keyboard.press('Shift')
    expect(await thread(ana).evaluate(box => getComputedStyle(box).outlineStyle)).toBe('none')
    await thread(ana).hover()
    await ana.page.mouse.wheel(0, -900)
    await until(async () => (await rest()) > 500, undefined, 'far above the end')
    await helena.write('A última de todas')
    const pill = ana.page.getByRole('button', { name: /1 nova/ })
    await pill.click()
    await lastBubble(ana).getByText('A última de todas').waitFor()
    await until(async () => (await rest()) < 2)
    await ana.page.locator('.composer .field:focus').waitFor()
  })

  test('goes on with what comes where one rests a bit above its end', async () => {
    await thread(ana).hover()
    await ana.page.mouse.wheel(0, -40)
    await until(async () => (await rest()) === 40, undefined, 'a bit above the end')
    // Nobody is pulled along who still scrolls: the first may come too soon for that.
    let written = 0
    await until(
      async () => {
        await helena.write(`E mais esta, ${++written}`)
        await bubble(ana, `E mais esta, ${written}`).waitFor()
        return (await rest()) < 2
      },
      undefined,
      'the end',
    )
  })

  test('is drawn in grey while its messages are long in coming, and its day lies over no words', async () => {
    const before = (what: string, of: 'height' | 'visibility') =>
      ana.page.locator(what).evaluate((box, of) => getComputedStyle(box, '::before')[of], of)
    const answer = Promise.withResolvers<void>()
    await ana.page.reload()
    await row(ana, caio.name).waitFor()
    await ana.page.route(/\/messages\/\d+/, async route => (await answer.promise, route.continue()))
    await openTicket(ana, caio.name)
    await until(async () => (await before('.thread-top', 'height')) === '38px', undefined, 'a grey bubble')
    await until(async () => (await before('.thread-top', 'visibility')) === 'visible', undefined, 'and seen')
    expect(await look(ana, 'grey')).toEqual([])
    answer.resolve()
    await bubble(ana, `Bom dia, sou ${caio.name}`).waitFor()
    await ana.page.unrouteAll({ behavior: 'wait' })
    expect(await before('.thread-top', 'height')).not.toBe('38px')
    await openTicket(ana, helena.name)
    const day = ana.page.locator('.thread-day > *')
    await ana.page.getByRole('region', { name: `Conversa com ${helena.name}` }).waitFor()
    // The thread is drawn anew while its first rows are measured.
    const pill = await until(() => day.boundingBox(), undefined, 'the day of the thread')
    const box = (await ana.page.locator('.thread-box').boundingBox())!
    expect(parseFloat(await before('.thread-box', 'height'))).toBeGreaterThan(pill.y + pill.height - box.y)
  })

  test('is a column that can be read on a large screen', async () => {
    await ana.page.setViewportSize({ width: 1920, height: 1080 })
    const width = async (what: string) => (await ana.page.locator(what).boundingBox())!.width
    expect(await width('.thread-rows')).toBeLessThanOrEqual(960)
    expect(await width('.composer')).toBeLessThanOrEqual(960)
    await ana.page.setViewportSize({ width: 1366, height: 768 })
  })
})
