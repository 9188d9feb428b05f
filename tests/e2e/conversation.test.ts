import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Dialog } from 'playwright-core'
import {
  accept,
  actions,
  agent,
  bubble,
  choose,
  composer,
  conversation,
  lastBubble,
  press,
  pressButton,
  row,
  say,
  send,
  showList,
  thread,
  tick,
  toList,
} from './agent'
import { look, type Person, type Size, sizes } from './browser'
import { client, NUMBER, type Shop, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

describe.each(Object.keys(sizes) as Size[])('a conversation, %s', size => {
  const customer = size === 'wide' ? '5511987654321' : '5521998765432'
  const talker = size === 'wide' ? '5531991234567' : '5551993456789'
  let ana: Person
  const write = (content: object) => shop.control.send({ from: customer, to: NUMBER, ...content } as Parameters<Shop['control']['send']>[0])
  /** What the customer's phone shows of the message with this text. */
  const seen = (text: string) => shop.shows(customer, entries => entries.findLast(entry => entry.text.includes(text)))

  beforeAll(async () => {
    shop.control.addPhone({ phone: customer, name: 'Helena Prado', picture: 'sample' })
    shop.control.addPhone({ phone: talker, name: 'Dona Lúcia' })
    await write({ type: 'text', text: 'Boa tarde!' })
    ana = await agent(browser, shop.url, size, await shop.person(`Ana${size} Lima`))
    await accept(ana, 'Helena Prado')
  })
  afterAll(() => ana?.close())
  afterEach(() => {
    expect(ana.problems).toEqual([])
  })

  test('quotes, both ways', async () => {
    await pressButton(ana, 'Responder', await actions(ana, bubble(ana, 'Boa tarde!')))
    await say(ana, 'Boa tarde, em que posso ajudar?')
    const answer = bubble(ana, 'em que posso ajudar')
    await answer.getByRole('button', { name: 'Boa tarde!' }).waitFor()
    const { id, quoted } = await seen('em que posso ajudar')
    expect(quoted?.text).toBe('Boa tarde!')
    await write({ type: 'text', text: 'Meu modem não liga.', quote: id })
    await bubble(ana, 'Meu modem não liga.')
      .getByRole('button', { name: /em que posso ajudar/ })
      .waitFor()
  })

  test('reactions, both ways', async () => {
    const theirs = bubble(ana, 'Meu modem não liga.')
    await pressButton(ana, 'Reagir', await actions(ana, theirs))
    await pressButton(ana, '🙏')
    await theirs.getByRole('img', { name: /🙏/ }).waitFor()
    await shop.shows(customer, entries => entries.some(entry => entry.text === 'Meu modem não liga.' && entry.reactions[NUMBER] === '🙏'))
    const { id } = await seen('em que posso ajudar')
    await write({ type: 'reaction', message: id, emoji: '❤️' })
    await bubble(ana, 'em que posso ajudar?').first().getByRole('img', { name: /❤️/ }).waitFor()
  })

  test('edits and deletions, both ways', async () => {
    await say(ana, 'Passo aí amanha.')
    await tick(bubble(ana, 'Passo aí'), 'entregue').waitFor()
    await choose(ana, bubble(ana, 'Passo aí'), 'Editar')
    await composer(ana).fill('Passo aí amanhã, às 10h.')
    await send(ana)
    await bubble(ana, 'Passo aí amanhã, às 10h.')
      .getByText(/editada/)
      .waitFor()
    const corrected = await seen('amanhã, às 10h')
    expect(corrected.edits).toHaveLength(1)

    await choose(ana, bubble(ana, 'Passo aí amanhã'), 'Apagar')
    await pressButton(ana, 'Apagar', ana.page.getByRole('dialog'))
    await bubble(ana, 'Mensagem apagada').waitFor()
    await shop.shows(customer, entries => entries.find(entry => entry.id === corrected.id)?.deleted)

    const { id } = await write({ type: 'text', text: 'Pode ser as 11?' })
    await bubble(ana, 'Pode ser as 11?').waitFor()
    await write({ type: 'edit', message: id, text: 'Pode ser às 11h?' })
    await bubble(ana, 'Pode ser às 11h?')
      .getByText(/editada/)
      .waitFor()
    await write({ type: 'delete', message: id })
    await bubble(ana, 'Mensagem apagada pelo cliente').waitFor()
    await ana.page.locator('.ticket .last').getByText('Mensagem apagada', { exact: true }).waitFor({ state: 'attached' })
    await write({ type: 'text', text: 'É *urgente*' })
    await ana.page.locator('.ticket .last').getByText('É urgente', { exact: true }).waitFor({ state: 'attached' })
  })

  test('typing and recording', async () => {
    shop.control.typing({ from: customer, to: NUMBER, state: 'composing' })
    await conversation(ana).getByText('digitando…').waitFor()
    shop.control.typing({ from: customer, to: NUMBER, state: 'recording' })
    await conversation(ana).getByText('gravando áudio…').waitFor()
    shop.control.typing({ from: customer, to: NUMBER, state: 'paused' })
    await conversation(ana).getByText('gravando áudio…').waitFor({ state: 'detached' })
  })

  test('every kind of message from the customer', async () => {
    await write({ type: 'image', caption: 'O modem' })
    await press(ana, bubble(ana, 'O modem').getByRole('button', { name: 'Abrir O modem' }))
    const viewer = ana.page.getByRole('dialog', { name: 'Mídia' })
    await viewer.getByRole('img').waitFor()
    expect(await look(ana, 'viewer')).toEqual([])
    const transform = () => viewer.getByRole('img').evaluate((picture: HTMLElement) => picture.style.getPropertyValue('--view'))
    await pressButton(ana, 'Girar', viewer)
    await until(async () => (await transform()).endsWith('rotate(90deg)'))
    const turned = await transform()
    await ana.page.keyboard.press('+')
    await until(async () => (await transform()) !== turned)
    await ana.page.keyboard.press('0')
    await until(async () => (await transform()) === 'translate(0px, 0px) scale(1) rotate(0deg)')
    await pressButton(ana, 'Fechar', viewer)

    await write({ type: 'video', caption: 'Piscando' })
    await bubble(ana, 'Piscando').getByRole('button', { name: 'Abrir Piscando' }).waitFor()
    await write({ type: 'document', fileName: 'nota fiscal.pdf' })
    const download = bubble(ana, 'nota fiscal.pdf').getByRole('link', { name: 'Baixar nota fiscal.pdf' })
    await download.waitFor()
    /** On a phone the list is elsewhere. */
    const isSigned = (sign: string, text: string) =>
      size === 'phone' ||
      row(ana, 'Helena Prado')
        .locator('.last')
        .filter({ has: ana.page.locator(`.lucide-${sign}`), hasText: new RegExp(`^${text}$`) })
        .waitFor()
    await isSigned('file-text', 'nota fiscal.pdf')
    const file = await fetch(new URL((await download.getAttribute('href'))!, shop.url))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await write({ type: 'sticker' })
    await lastBubble(ana).getByRole('img', { name: 'Figurinha' }).waitFor()
    await write({ type: 'location', latitude: -23.55, longitude: -46.63, name: 'Praça da Sé' })
    await bubble(ana, 'Praça da Sé').getByRole('link').waitFor()
    await isSigned('map-pin', 'Praça da Sé')
    await write({ type: 'contact', contacts: [{ name: 'Seu Jorge', phone: '5511955554444' }] })
    await bubble(ana, 'Seu Jorge').getByRole('button', { name: 'Conversar' }).waitFor()
    await isSigned('user-round', 'Seu Jorge')
    shop.control.call({ from: customer, to: NUMBER })
    await bubble(ana, 'Ligação perdida').waitFor()
    if (size === 'wide') await row(ana, 'Helena Prado').getByText('Ligação perdida', { exact: true }).waitFor()
  })

  test('a voice note plays at every speed', async () => {
    await write({ type: 'voice' })
    const note = lastBubble(ana)
    const speed = note.getByRole('button', { name: /^Velocidade/ })
    const audio = note.locator('audio')
    for (const rate of [1.5, 2, 0.5]) {
      await press(ana, speed)
      await speed.getByText(`${rate}×`.replace('.', ',')).waitFor()
    }
    await pressButton(ana, /^Ouvir áudio/, note)
    await until(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime > 0))
    expect(await audio.evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(0.5)
    await pressButton(ana, 'Pausar', note)
    await press(ana, speed)
    await speed.getByText('1×').waitFor()
    expect(await look(ana, 'kinds')).toEqual([])
  })

  test('a voice note that the browser cannot play says so, and can be downloaded', async () => {
    const before = await thread(ana).getByRole('article').count()
    await write({ type: 'voice' })
    await thread(ana).getByRole('article').nth(before).waitFor()
    const note = lastBubble(ana)
    const audio = note.locator('audio')
    const address = await audio.evaluate((element: HTMLAudioElement) => element.src)
    await ana.page.route(address, route => route.fulfill({ contentType: 'audio/ogg', body: 'nada que toque' }))
    await pressButton(ana, /^Ouvir áudio/, note)
    const said = note.getByText('O áudio não tocou neste navegador.')
    await said.waitFor()
    expect(await look(ana, 'unplayable')).toEqual([])
    await ana.page.unroute(address)
    const [download] = await Promise.all([ana.page.waitForEvent('download'), press(ana, note.getByRole('link', { name: 'Baixar' }))])
    expect(new URL(download.url()).href).toBe(address)
    await pressButton(ana, /^Ouvir áudio/, note)
    await said.waitFor({ state: 'detached' })
    await until(() => audio.evaluate((element: HTMLAudioElement) => element.ended || element.currentTime > 0))
  })

  test('a contact card is saved, and one whose number is known says as whom', async () => {
    const phone = `551195555330${size === 'wide' ? 0 : 1}`
    shop.control.addPhone({ phone, name: 'Jorge' })
    await write({ type: 'contact', contacts: [{ name: 'Seu Jorge', phone }] })
    const save = () => pressButton(ana, 'Salvar', lastBubble(ana).filter({ hasText: 'Seu Jorge' }))
    await save()
    await ana.page.locator('.toast-b').getByText('Contato salvo').waitFor()
    await save()
    await ana.page.locator('.toast-b').getByText('Este número já está nos contatos, como Seu Jorge').waitFor()
  })

  test('a refused message says why, and goes out when it is tried again', async () => {
    shop.control.fault({ account: NUMBER, refuse: { code: 463, times: 1 } })
    await say(ana, 'Segue o protocolo 8812')
    const failed = bubble(ana, 'protocolo 8812')
    await failed.getByText(/^Não enviada: /).waitFor()
    expect(await look(ana, 'failed')).toEqual([])
    await pressButton(ana, 'Tentar de novo', failed)
    await tick(failed, 'entregue').waitFor()
    expect(await seen('protocolo 8812')).toMatchObject({ copies: 1 })
  })

  test('without WhatsApp a message waits, and goes out once', async () => {
    shop.control.refuseUpgrade({ status: 503, times: 1000 })
    shop.control.disconnect({ account: NUMBER })
    await until(async () => (await shop.connection()).status !== 'CONNECTED')
    await say(ana, 'Já volto com a resposta')
    const waiting = bubble(ana, 'Já volto com a resposta')
    await tick(waiting, 'na fila').waitFor()
    shop.control.refuseUpgrade({ status: 503, times: 0 })
    await tick(waiting, 'entregue').waitFor({ timeout: 30_000 })
    expect(await seen('Já volto com a resposta')).toMatchObject({ copies: 1 })
    expect(await bubble(ana, 'Já volto com a resposta').count()).toBe(1)
  })

  test('without internet a message waits, and goes out once', async () => {
    await ana.context.setOffline(true)
    await say(ana, 'Anotei aqui')
    await tick(bubble(ana, 'Anotei aqui'), 'na fila').waitFor()
    await ana.page.getByText('Sem internet.').waitFor()
    expect(await look(ana, 'no-internet')).toEqual([])
    const { promise: asked, resolve: ask } = Promise.withResolvers<Dialog>()
    ana.page.once('dialog', ask)
    void ana.page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await ana.context.setOffline(false)
    await tick(bubble(ana, 'Anotei aqui'), 'entregue').waitFor({ timeout: 30_000 })
    // Alone, this test is offline before all scripts came.
    ana.forgive(/ERR_INTERNET_DISCONNECTED|^script: $/)
    await ana.page.getByText('Sem internet.').waitFor({ state: 'detached' })
    expect(await seen('Anotei aqui')).toMatchObject({ copies: 1 })
    expect(await bubble(ana, 'Anotei aqui').count()).toBe(1)
  })

  test('a window that is hidden reads nothing, also where its line comes back; what it shows is read once it is seen', async () => {
    const admin = await client(shop.url, await shop.person(`Rui${size} Prado`, 'admin'))
    const unread = async () => {
      const { tickets } = await admin.get<{ tickets: { contact: { name: string }; unreadMessages: number }[] }>('/tickets?showAll=true')
      return tickets.find(({ contact }) => contact.name === 'Helena Prado')!.unreadMessages
    }
    const show = (state: DocumentVisibilityState) =>
      ana.page.evaluate(state => {
        Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
        Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    await ana.context.setOffline(true)
    await ana.page.getByText('Sem internet.').waitFor()
    await write({ type: 'text', text: 'Ainda está aí?' })
    await until(unread)
    await ana.context.setOffline(false)
    await bubble(ana, 'Ainda está aí?').waitFor({ timeout: 30_000 })
    await ana.page.getByText('Sem internet.').waitFor({ state: 'detached' })
    expect(await unread()).toBe(1)
    await show('visible')
    await until(async () => !(await unread()))
    ana.forgive(/ERR_INTERNET_DISCONNECTED/)
  })

  test('two texts of which the first finds no line arrive in their order', async () => {
    // The line of events stands: only what is sent finds none.
    const isSending = /\/messages\/\d+$/
    await ana.context.route(isSending, route => route.abort(), { times: 1 })
    await say(ana, 'Primeiro o orçamento')
    await tick(bubble(ana, 'Primeiro o orçamento'), 'na fila').waitFor()
    await say(ana, 'Depois o contrato')
    for (const text of ['Primeiro o orçamento', 'Depois o contrato']) await tick(bubble(ana, text), 'entregue').waitFor({ timeout: 30_000 })
    ana.forgive(/ERR_FAILED/)
    const heard = await shop.shows(customer, entries => entries.map(({ text }) => text).filter(text => /orçamento|contrato/.test(text)))
    expect(heard).toEqual([expect.stringContaining('Primeiro o orçamento'), expect.stringContaining('Depois o contrato')])
  })

  test('older messages on scroll keep the place, and new ones do not move it', async () => {
    await shop.control.burst({ to: NUMBER, phones: [talker], count: 70, text: 'linha' })
    await toList(ana)
    await showList(ana, 'Aguardando')
    await row(ana, 'Dona Lúcia')
      .getByRole('img', { name: /^70 não lidas/ })
      .waitFor()
    await accept(ana, 'Dona Lúcia')
    await lastBubble(ana).waitFor()
    const messages = thread(ana).getByRole('article')
    const loaded = await messages.count()
    expect(loaded).toBeLessThan(70)
    // The place of the message that stands at the top, before and after what is older came above it.
    const marked = await messages.first().getAttribute('data-message')
    const place = () =>
      thread(ana)
        .locator(`[data-message="${marked}"]`)
        .evaluate(element => element.getBoundingClientRect().top)
    await thread(ana).evaluate(element => (element.scrollTop = 40))
    const before = await place()
    await until(async () => (await messages.count()) > loaded)
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2)

    const reading = await place()
    for (const text of ['Oi?', 'Tem alguém aí?', 'Alô?']) await shop.control.send({ from: talker, to: NUMBER, type: 'text', text })
    const pill = conversation(ana).getByRole('button', { name: '3 novas' })
    await pill.waitFor()
    expect(Math.abs((await place()) - reading)).toBeLessThanOrEqual(2)
    expect(await look(ana, 'pill')).toEqual([])
    await press(ana, pill)
    await pill.waitFor({ state: 'detached' })

    // What has no room on one screen is read from where it began, and the end is one more press away.
    await thread(ana).evaluate(element => (element.scrollTop = 40))
    await until(async () => thread(ana).evaluate(element => element.scrollHeight - element.scrollTop > 2 * element.clientHeight))
    for (let n = 1; n <= 30; n++) await shop.control.send({ from: talker, to: NUMBER, type: 'text', text: `Enquanto isso ${n}.` })
    await pressButton(ana, '30 novas')
    const line = thread(ana).getByText('novas', { exact: true })
    await line.waitFor()
    const [{ y }, { y: edge }] = [(await line.boundingBox())!, (await thread(ana).boundingBox())!]
    expect(y - edge).toBeGreaterThanOrEqual(0)
    expect(y - edge).toBeLessThan(100)
    expect(await look(ana, 'since')).toEqual([])
    await pressButton(ana, 'Ir para o fim')
    await bubble(ana, 'Enquanto isso 30.').waitFor()
    await until(async () => thread(ana).evaluate(element => element.scrollHeight - element.scrollTop - element.clientHeight < 2))
  })
})
