import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { encode } from 'uqr'
import { accept, bubble, goTo, pressButton, say, tick } from './agent'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { type House, NUMBER, openHouse, until } from './shop'

setDefaultTimeout(120_000)

let browser: Browsing
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The QR code as the page draws it, from the text that the phone reads. */
function drawn(text: string) {
  const { data } = encode(text, { ecc: 'L', border: 0 })
  return data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
}

describe.each(Object.keys(sizes) as Size[])('the first run, %s', size => {
  let house: House
  let marina: Person
  beforeAll(async () => {
    house = await openHouse()
    marina = await browser.open(size, house.url)
  })
  afterAll(async () => {
    await marina?.close()
    expect(await house?.close()).toBe(0)
  })
  afterEach(() => {
    expect(marina.problems).toEqual([])
  })
  /** What the page itself would be told. */
  const ask = <T>(path: string) =>
    marina.page.evaluate(async path => {
      const response = await fetch(path, {
        headers: { accept: 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      return (await response.json()) as T
    }, path) as Promise<T>

  test('the company is set up, once, at the address that was printed', async () => {
    const { page } = marina
    const setupUrl = await house.said(/(http\S+\/setup\?token=\S+)/)
    await page.goto(setupUrl)
    await page.getByRole('heading', { name: 'Boas-vindas' }).waitFor()
    await pressButton(marina, 'Continuar')
    await page.getByText('Obrigatório').first().waitFor()
    expect(await look(marina, 'setup')).toEqual([])
    await page.getByLabel('Nome da empresa').fill('Norte Fibra')
    await page.getByLabel('Seu nome').fill('Marina Costa')
    await page.getByLabel('E-mail').fill('marina@nortefibra.test')
    await page.getByLabel('Senha', { exact: true }).fill('uma frase curta')
    await pressButton(marina, 'Continuar')
    await page.getByRole('heading', { name: 'Por onde as mensagens vão chegar?' }).waitFor()
    expect(await look(marina, 'setup-number')).toEqual([])

    const late = await browser.open(size, house.url)
    await late.page.goto(setupUrl)
    await late.page.getByText('Esta instalação já foi configurada').waitFor()
    expect(late.problems).toEqual([])
    await late.close()
  })

  test('a number is connected by its live QR code', async () => {
    const { page } = marina
    house.control.addPhone({ phone: NUMBER, name: 'Norte Fibra' })
    await pressButton(marina, 'Mostrar QR code')
    await page.getByRole('heading', { name: 'Conecte o WhatsApp da empresa' }).waitFor()
    expect(await look(marina, 'connections-empty')).toEqual([])
    await pressButton(marina, /^Nova conexão/, page.getByRole('main').locator('.empty'))
    await page.getByRole('dialog').getByLabel('Nome').fill('Loja')
    expect(await look(marina, 'connection-sheet')).toEqual([])
    await pressButton(marina, /^Criar e conectar/)
    const dialog = page.getByRole('dialog', { name: 'Conectar Loja' })
    const picture = dialog.getByRole('img', { name: 'QR code para conectar' })
    await picture.waitFor()
    expect(await look(marina, 'qr')).toEqual([])
    const [connection] = await ask<{ qrcode: string }[]>('/whatsapp')
    await until(async () => (await picture.locator('path').getAttribute('d')) === drawn(connection!.qrcode))
    await house.control.scan({ qr: connection!.qrcode, phone: NUMBER })
    await dialog.getByText('Número conectado').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('table').getByText('Conectada', { exact: true }).waitFor()
    await page.getByRole('table').getByText('+55 11 94000-0001').waitFor()
    expect(await look(marina, 'connections')).toEqual([])
  })

  test('the first customer is answered', async () => {
    const customer = '5511987654321'
    house.control.addPhone({ phone: customer, name: 'Helena Prado', picture: 'sample' })
    await goTo(marina, 'Atendimentos')
    await house.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Oi, vocês atendem no Parque Dez?' })
    await accept(marina, 'Helena Prado')
    await say(marina, 'Atendemos sim! Qual é o seu CEP?')
    await tick(bubble(marina, 'Qual é o seu CEP?'), 'entregue').waitFor()
    expect(await house.shows(customer, entries => entries.find(entry => entry.text.includes('Qual é o seu CEP?')))).toMatchObject({
      copies: 1,
    })
  })

  test('a number that is thrown out says so, and is connected again', async () => {
    const { page } = marina
    await page.goto('/connections')
    await page.getByRole('table').getByText('Conectada', { exact: true }).waitFor()
    house.control.unlink({ account: NUMBER })
    await page.getByRole('table').getByText('Desconectada', { exact: true }).waitFor()
    await page.getByText('O aparelho saiu da conta do WhatsApp', { exact: false }).first().waitFor()
    expect(await look(marina, 'connections-lost')).toEqual([])
    await pressButton(marina, /Conectar de novo/, page.getByRole('table'))
    await page.getByRole('img', { name: 'QR code para conectar' }).waitFor()
    const { qrcode } = (await ask<{ qrcode: string }[]>('/whatsapp'))[0]!
    await house.control.scan({ qr: qrcode, phone: NUMBER })
    await page.getByRole('table').getByText('Conectada', { exact: true }).waitFor()
  })
})
