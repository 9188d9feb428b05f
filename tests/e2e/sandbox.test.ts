import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, bubble, goTo, press, pressButton, row, say, showList, tick } from './agent'
import { emptyFolder, serve, type Running } from './binary'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { OWNER } from './shop'

setDefaultTimeout(120_000)

let browser: Browsing
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

// Here the product brings its own simulated WhatsApp: nothing else runs.
describe.each(Object.keys(sizes) as Size[])('trying it without a phone, %s', size => {
  const cleide = 'Cleide Nogueira'
  let folder: Awaited<ReturnType<typeof emptyFolder>>
  let product: Running
  let dona: Person

  beforeAll(async () => {
    folder = await emptyFolder()
    product = await serve(folder.path, { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' })
    dona = await agent(browser, product.url, size, OWNER)
  })
  afterAll(async () => {
    await dona?.close()
    expect(await product?.stop()).toBe(0)
    await folder?.remove()
  })
  afterEach(() => {
    expect(dona.problems).toEqual([])
  })
  const phone = (name: string) =>
    press(dona, dona.page.getByRole('region', { name: 'Celulares simulados' }).getByRole('button', { name, exact: true }))
  const onPhone = (text: string) =>
    dona.page.getByRole('log', { name: 'Conversa no celular' }).getByRole('article').filter({ hasText: text })

  test('a simulated customer writes, is answered and reads', async () => {
    const { page } = dona
    await page.goto('/sandbox')
    await page.getByText('Clientes de mentira, para testar e treinar').waitFor()
    expect(await look(dona, 'simulator-empty')).toEqual([])
    await pressButton(dona, 'Ligar o simulador')
    await phone(cleide)
    await onPhone('Parque Dez').waitFor()
    expect(await look(dona, 'sandbox')).toEqual([])

    await page.goto('/tickets')
    await showList(dona, 'Aguardando')
    await row(dona, cleide).waitFor()
    await accept(dona, cleide)
    await say(dona, 'Atendemos sim!')
    await tick(bubble(dona, 'Atendemos sim!'), 'entregue').waitFor()

    await goTo(dona, 'Simulador')
    await phone(cleide)
    await onPhone('Atendemos sim!').waitFor()
    const field = page.getByRole('textbox', { name: 'Escreva como Cleide' })
    await field.fill('Que bom, obrigada')
    await field.press('Enter')
    await tick(onPhone('Que bom, obrigada'), 'entregue').waitFor()
    expect(await look(dona, 'simulator-phone')).toEqual([])
    await page.goto('/tickets')
    await press(dona, row(dona, cleide).getByRole('link'))
    await bubble(dona, 'Que bom, obrigada').waitFor()
  })
})
