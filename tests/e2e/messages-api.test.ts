import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look, sizes, type Size } from './browser'
import { testShop } from './test-shop'

const { shop, sit } = await testShop()

for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Lia${size} Souza`)

  test(`the page of the messages API, ${size} > a token made there sends a text and a file, and the answer is shown`, async () => {
    const { page } = ana
    const phone = `551197770000${size.length}`
    shop.control.addPhone({ phone, name: 'Helena' })
    await goTo(ana, 'API de mensagens')
    const form = page.getByRole('form', { name: 'Testar' })
    await form.getByRole('combobox', { name: 'Conexão' }).waitFor()
    await pressButton(ana, /^Enviar teste/, form)
    await form.getByText('Token: Obrigatório').waitFor()
    await pressButton(ana, /^Gerar (outro )?token/, form)
    if (size === 'phone') await pressButton(ana, /^Gerar outro token/, page.getByRole('dialog'))
    await form.getByText(/não será mostrado de novo/).waitFor()
    await form.getByLabel('Número').fill(phone)
    await form.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pedido saiu')
    const token = await form.getByLabel('Token', { exact: true }).inputValue()
    await page.locator('pre.code', { hasText: `Bearer ${token}` }).waitFor()
    // What the page hands out is what is pasted.
    await pressButton(ana, 'Copiar exemplo')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.trim()).toBe((await page.locator('pre.code').innerText()).trim())
    const pasted = Bun.spawn(['sh', '-c', copied], { stdout: 'pipe', stderr: 'ignore' })
    expect(await new Response(pasted.stdout).text()).toContain('Mensagem enviada')
    await shop.shows(phone, entries => entries.find(({ text }) => text === 'Seu pedido saiu'))
    await pressButton(ana, /^Enviar teste/, form)
    await form.getByText('Mensagem enviada com sucesso').waitFor()
    await form.locator('pre', { hasText: '"ticketId"' }).waitFor()
    await shop.shows(phone, entries => entries.filter(({ text }) => text === 'Seu pedido saiu').length === 2)
    expect(await look(ana, 'messages-api')).toEqual([])

    await press(ana, form.getByRole('tab', { name: 'Mídia' }))
    await form.locator('input[type=file]').setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('total: 10') })
    await press(ana, page.getByRole('tab', { name: 'Python' }))
    await page.locator('pre.code', { hasText: 'open("nota.txt", "rb")' }).waitFor()
    await form.getByLabel('Token', { exact: true }).fill('nenhum-token-destes-existe')
    await pressButton(ana, /^Enviar teste/, form)
    await form.getByText('Não foi enviada').waitFor()
    ana.forgive(/401 POST \/api\/messages\/send/)
  })

  test(`the reference of the API, ${size} > is read by address`, async () => {
    const { page } = ana
    await press(ana, page.getByRole('link', { name: 'Referência da API' }))
    await page.getByRole('region', { name: 'messages', exact: true }).waitFor()
    await page.getByLabel('Buscar endereço').fill('messages/send')
    await page.getByRole('region', { name: 'quick-messages' }).waitFor({ state: 'detached' })
    await press(ana, page.locator('summary', { hasText: /^POST\/messages\/send/ }))
    await page.getByText('multipart/form-data').waitFor()
    await page.getByText('closeTicket').first().waitFor()
    expect(await look(ana, 'openapi')).toEqual([])
  })
}
