import { expect, test } from 'bun:test'
import { agent, goTo, press, pressButton } from './agent'
import { look, sizes } from './browser'
import { OWNER } from './shop'
import { testShop } from './test-shop'
import { until } from '../until'

const { shop, browser } = await testShop()

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="12" fill="#0b7f70"/><path d="M20 30c-6-4.6-10-8.2-10-12.6A5.6 5.6 0 0 1 20 14a5.6 5.6 0 0 1 10 3.4C30 21.8 26 25.4 20 30z" fill="none" stroke="#fff" stroke-width="2.6"/></svg>`
const file = (name: string, text: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) })

test('an operator gives the installation a brand, sees it before it is saved, and strangers see no other', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  await goTo(operator, 'Configurações')
  await press(operator, page.getByRole('tab', { name: 'Logo' }))
  await page.getByLabel('Nome do sistema').fill('Clínica Bem Viver')
  const [light, dark] = [page.getByLabel('Cor no tema claro', { exact: true }), page.getByLabel('Cor no tema escuro', { exact: true })]
  await light.fill('#ff6600')
  await page
    .getByText(/^Ajustada para #\w{6}, com contraste de 4,\d/)
    .first()
    .waitFor()
  await pressButton(operator, 'Cor no tema claro: Usar #0b7f70')
  await page.getByText('Legível: 4,9 com texto branco.').first().waitFor()
  await dark.fill('#158374')
  await page.locator('.mini[data-theme$="-dark"][style*="#158374"]').waitFor()

  await page.getByLabel('Menu do sistema', { exact: true }).setInputFiles(file('mau.svg', SVG.replace('<rect', '<script>1</script><rect')))
  await page.getByText('Este SVG tem algo que uma logo não pode ter: <script>').waitFor()
  operator.forgive(/^400 POST \/brand\/files\/interno$/)
  await page.getByLabel('Menu do sistema', { exact: true }).setInputFiles(file('bem-viver.svg', SVG))
  await page.getByText(/bem-viver\.svg · .* · 40 × 40/).waitFor()
  // Kept at once, and worn by every page that is open.
  await page.locator('.brandmark img').waitFor()
  await pressButton(operator, 'Tirar: Menu do sistema')
  await page.locator('.brandmark .logo').waitFor()
  await page.keyboard.press('z')
  await page.locator('.brandmark img').waitFor()

  await page.getByLabel('Frase da entrada').fill('Cuidar começa por responder')
  await page.getByLabel('Texto de ajuda').fill('Dúvidas? (92) 3333-1010, das 8h às 18h.')
  await page.getByLabel('Endereço do suporte').fill('https://bemviver.example/ajuda')
  expect(await look(operator, 'brand')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Marca salva').last().waitFor()
  await page.locator('link[href^="/brand.css"]').waitFor({ state: 'attached' })
  await page.setViewportSize(sizes.phone.viewport)
  expect(await look({ ...operator, size: 'phone' }, 'brand')).toEqual([])

  // What a stranger gets, before any script has run.
  const html = await (await fetch(`${shop.url}/login`, { headers: { accept: 'text/html' } })).text()
  const manifest = await (await fetch(`${shop.url}/manifest.webmanifest`)).text()
  expect(manifest).toContain('"name":"Clínica Bem Viver"')
  expect(html + manifest).not.toMatch(/balc[aã]o/i)
  const stranger = await browser.open('wide', shop.url)
  await stranger.page.goto('/login')
  await stranger.page.getByText('Cuidar começa por responder').waitFor()
  await stranger.page.getByRole('link', { name: 'Falar com o suporte' }).waitFor()
  expect(await stranger.page.title()).toBe('Clínica Bem Viver')
  const fill = await stranger.page.getByRole('button', { name: 'Entrar' }).evaluate(button => getComputedStyle(button).backgroundColor)
  expect(fill).toBe('rgb(11, 127, 112)')
  expect(await look(stranger, 'brand-login')).toEqual([])
  expect(await stranger.page.content()).not.toContain('Balcão')
  for (const { problems } of [operator, stranger]) expect(problems).toEqual([])
  await Promise.all([operator.close(), stranger.close()])
})

test('a brand is taken along as a file, set back, and brought in again, each after a question', async () => {
  const operator = await agent(browser, shop.url, 'wide', OWNER)
  const { page } = operator
  const open = async () => {
    await goTo(operator, 'Configurações')
    await press(operator, page.getByRole('tab', { name: 'Logo' }))
  }
  const name = page.getByLabel('Nome do sistema')
  const manifest = async () => (await fetch(`${shop.url}/manifest.webmanifest`)).text()
  await open()
  await name.fill('Clínica Bem Viver')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Marca salva').last().waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), pressButton(operator, 'Exportar marca')])
  expect(file.suggestedFilename()).toBe('marca-clínica-bem-viver.json')
  const saved = await Bun.file((await file.path())!).text()

  const question = page.getByRole('dialog')
  const whole = page.getByRole('region', { name: 'Levar a marca' })
  await pressButton(operator, 'Voltar ao padrão', whole)
  expect(await look(operator, 'brand-reset')).toEqual([])
  await pressButton(operator, 'Cancelar', question)
  expect(await manifest()).toContain('Clínica Bem Viver')
  await pressButton(operator, 'Voltar ao padrão', whole)
  await pressButton(operator, 'Voltar ao padrão', question)
  await until(async () => (await name.inputValue()) === '')
  expect(await manifest()).not.toContain('Clínica Bem Viver')

  await whole.locator('input[type=file]').setInputFiles({ name: 'marca.json', mimeType: 'application/json', buffer: Buffer.from(saved) })
  await question.getByText('marca.json').waitFor()
  await pressButton(operator, 'Importar marca', question)
  await until(async () => (await name.inputValue()) === 'Clínica Bem Viver')
  expect(await manifest()).toContain('Clínica Bem Viver')
  await operator.close()
  expect(operator.problems).toEqual([])
})
