import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import { agent, attach, bubble, composer, lastBubble, openTicket, pressButton, row, say, send, showList, takeIt, tick } from './agent'
import { look, type Person, sizes, type Size } from './browser'
import { NUMBER } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

describe.each(Object.keys(sizes) as Size[])('a customer is answered, %s', size => {
  const customer = size === 'wide' ? '5511987654321' : '5521998765432'
  const name = size === 'wide' ? 'Helena Prado' : 'Caio Mendes'
  let ana: Person

  beforeAll(async () => {
    shop.control.addPhone({ phone: customer, name, picture: 'sample' })
    ana = await agent(browser, shop.url, size, await shop.person(`Ana${size} Lima`))
  })
  afterAll(() => ana?.close())
  afterEach(() => {
    expect(ana.problems).toEqual([])
  })

  test('waiting, then accepted', async () => {
    expect(await look(ana, 'empty')).toEqual([])
    await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Oi! O modem chegou sem a fonte.' })
    await showList(ana, 'Aguardando')
    const waiting = row(ana, name)
    await waiting.getByText('O modem chegou sem a fonte').waitFor()
    await waiting.getByRole('img', { name: /^1 não lida/ }).waitFor()
    await waiting.locator('img').waitFor()
    expect(await look(ana, 'pending-list')).toEqual([])
    await openTicket(ana, name)
    await bubble(ana, 'O modem chegou sem a fonte').waitFor()
    expect(await composer(ana).count()).toBe(0)
    expect(await look(ana, 'preview')).toEqual([])
    await takeIt(ana)
  })

  test('answered with text, delivered, read', async () => {
    await say(ana, 'Já mando outra, Helena.')
    const answer = bubble(ana, 'Já mando outra')
    await tick(answer, 'entregue').waitFor()
    const got = await shop.shows(customer, entries => entries.find(entry => entry.text.includes('Já mando outra')))
    expect(got).toMatchObject({ fromMe: false, type: 'text', copies: 1 })
    shop.control.read({ phone: customer, chat: NUMBER })
    await tick(answer, 'lida').waitFor()
  })

  test('a picture with a caption', async () => {
    const picture = sample('image').bytes
    await attach(ana, [{ name: 'fonte.jpg', mimeType: 'image/jpeg', buffer: picture }])
    await ana.page.getByRole('list', { name: 'Anexos' }).getByText('fonte.jpg').waitFor()
    await composer(ana).fill('É esta aqui?')
    expect(await look(ana, 'attachment')).toEqual([])
    await send(ana)
    const answer = bubble(ana, 'É esta aqui?')
    await answer.getByRole('button', { name: 'Abrir É esta aqui?' }).waitFor()
    await tick(answer, 'entregue').waitFor()
    const got = await shop.shows(customer, entries => entries.find(entry => entry.type === 'image'))
    expect(got).toMatchObject({ text: `*Ana${size} Lima:*\nÉ esta aqui?`, copies: 1, media: { mimetype: 'image/jpeg' } })
    expect(shop.control.media({ phone: customer, id: got.id }).file.byteLength).toBeGreaterThan(500)
  })

  test('a voice note', async () => {
    await pressButton(ana, 'Gravar áudio')
    const bar = ana.page.getByRole('group', { name: 'Gravando áudio' })
    await bar.getByText(/^0:(0[2-9]|[1-5])/).waitFor()
    expect(await look(ana, 'recording')).toEqual([])
    await pressButton(ana, /^Enviar/, bar)
    const answer = lastBubble(ana)
    await answer.getByRole('button', { name: /Ouvir áudio/ }).waitFor()
    await tick(answer, 'entregue').waitFor()
    const got = await shop.shows(customer, entries => entries.find(entry => entry.type === 'audio'))
    expect(got).toMatchObject({ copies: 1, media: { voice: true, mimetype: 'audio/ogg; codecs=opus' } })
    expect(got.media!.seconds).toBeGreaterThanOrEqual(2)
    const { file } = shop.control.media({ phone: customer, id: got.id })
    expect(Buffer.from(file.subarray(0, 4)).toString()).toBe('OggS')
    shop.control.read({ phone: customer, chat: NUMBER, played: true })
    await tick(answer, 'ouvida').waitFor()
    expect(await look(ana, 'conversation')).toEqual([])
  })
})
