import { afterAll, expect, test } from 'bun:test'
import { sample } from '../../src/sandbox/network/samples'
import { accept, composer, conversation, press, pressButton, row, signIn, toList } from './agent'
import { look } from './browser'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

const { shop, browser } = await testShop()

/** Another website, with a form for the address that it is asked with, under the policy of its path. */
const elsewhere = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    const form = `<form method=post enctype=multipart/form-data action="${search.slice(1)}"><input name=text value="Pague neste Pix"><button>Enviar</button></form>`
    return new Response(form, { headers: { 'content-type': 'text/html', 'referrer-policy': pathname.slice(1) } })
  },
})
afterAll(() => elsewhere.stop(true))

test('what another application shares goes into the draft of whom it is for, is sent by nobody else, and is kept nowhere', async () => {
  for (const [name, phone] of Object.entries({ 'Helena Prado': '5511987654600', 'Caio Mendes': '5511987654601' })) {
    shop.control.addPhone({ phone, name })
    await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: `Sou ${name}` })
  }
  const login = await shop.person('Ana Lima', 'admin')
  const ana = await browser.open('phone', shop.url, undefined, { serviceWorkers: 'allow' })
  const { page } = ana
  await page.goto('/login')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await signIn(ana, login)
  await accept(ana, 'Helena Prado')
  await toList(ana)

  /** As the system does it by the manifest: a form, posted to the address of the share_target; what this page sends says that it is from here. */
  const share = async (words: Record<string, string>, files: { name: string; mimeType: string; buffer: Buffer }[] = []) => {
    await page.evaluate(given => {
      document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' }))
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share', id: 'from-outside' })
      for (const [name, value] of Object.entries(given)) form.append(Object.assign(document.createElement('input'), { name, value }))
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }))
      document.body.append(form)
    }, words)
    await page.locator('#from-outside input[type=file]').setInputFiles(files)
    await page.evaluate(() => (document.querySelector('#from-outside') as HTMLFormElement).submit())
    await page.waitForURL('**/tickets')
  }
  const kept = () => page.evaluate(() => caches.has('shared'))
  const whom = page.getByRole('dialog', { name: 'Para quem?' })
  const heard = () => shop.control.transcript({ phone: '5511987654600', chat: NUMBER }).filter(({ text }) => text?.includes('fonte'))

  await share({ title: 'A fonte', text: 'Veja a fonte' }, [{ name: 'fonte.jpg', mimeType: 'image/jpeg', buffer: sample('image').bytes }])
  await whom.getByText('Veja a fonte').waitFor()
  await whom.getByText(/fonte\.jpg/).waitFor()
  await whom.getByRole('button', { name: 'Helena Prado' }).waitFor()
  expect(await kept()).toBe(false)
  expect(await look(ana, 'share')).toEqual([])
  await pressButton(ana, /^Helena Prado/, whom)
  await composer(ana).waitFor()
  expect(await composer(ana).inputValue()).toBe('Veja a fonte')
  await page.getByRole('list', { name: 'Anexos' }).getByText('fonte.jpg').waitFor()
  expect(heard()).toEqual([])
  await pressButton(ana, 'Enviar')
  await conversation(ana).locator('.media-open').waitFor()

  // Anybody else, whose conversation is opened for it, below what was begun there.
  await share({ title: 'Manual do modem', url: 'https://manual.exemplo/modem' })
  await whom.getByLabel('Outra pessoa').fill('Helena')
  await press(ana, whom.getByRole('option', { name: /Helena Prado/ }))
  expect(await look(ana, 'share-other')).toEqual([])
  const queue = whom.getByLabel('Fila')
  if (await queue.count()) await queue.selectOption({ index: 1 })
  await pressButton(ana, /^Abrir conversa/, whom)
  await composer(ana).waitFor()
  expect(await composer(ana).inputValue()).toBe('Manual do modem\nhttps://manual.exemplo/modem')

  // Nothing came.
  await composer(ana).fill('')
  await share({})
  const lost = page.getByRole('dialog', { name: 'Não chegou o que foi compartilhado' })
  await lost.waitFor()
  expect(await look(ana, 'share-lost')).toEqual([])
  await pressButton(ana, 'Fechar', lost.locator('footer'))
  // What lay over the page is gone once its entry of the history is: the browser would end the next navigation with that.
  await page.waitForFunction(() => history.state !== 'over')

  // Another website lays nothing down, whether it says who it is or not.
  for (const policy of ['origin', 'no-referrer', 'same-origin']) {
    await page.goto(`${elsewhere.url}${policy}?${new URL('/share', shop.url)}`)
    await page.getByRole('button').click()
    await page.waitForURL('**/tickets')
    await row(ana, 'Helena Prado').waitFor()
    expect([policy, await kept(), await page.getByText('Pague neste Pix').count()]).toEqual([policy, false, 0])
  }

  // What nobody took in time is told to nobody.
  const lay = (at: number) =>
    page.evaluate(async time => {
      const form = new FormData()
      form.append('text', 'De ontem')
      await (await caches.open('shared')).put('/shared', new Response(form, { headers: { 'kept-at': String(time) } }))
    }, at)
  await lay(Date.now() - 11 * 60_000)
  await page.reload()
  await until(async () => !(await kept()), undefined, 'what is old is thrown away')
  await row(ana, 'Helena Prado').waitFor()
  expect(await page.getByText('De ontem').count()).toBe(0)

  // Signing out leaves none of it behind. What this page takes comes with the bar below.
  await page.getByRole('navigation', { name: 'Navegação' }).waitFor()
  await lay(Date.now())
  await pressButton(ana, /^Conta de/, page.getByRole('banner').first())
  await press(ana, page.getByRole('menuitem', { name: 'Sair' }))
  await page.getByLabel('E-mail').waitFor()
  expect(await kept()).toBe(false)
  // She has a ticket already, and is led to it.
  ana.forgive(/^400 POST \/tickets$/)
  expect(ana.problems).toEqual([])
  await ana.close()
})
