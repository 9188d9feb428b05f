import { expect, test } from 'bun:test'
import { accept, agent, composer, goTo, press, pressButton } from './agent'
import { look, type Size, sizes } from './browser'
import { pageOf, testShop } from './test-shop'
import { client, NUMBER, until } from './shop'

const { shop, browser, sit } = await testShop()

for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Ana${size} Lima`)
  const { line, sheet, create } = pageOf(ana)

  test(`quick messages, ${size} > quick messages are made with a file, imported, and called up in a conversation`, async () => {
    const { page } = ana
    const customer = size === 'wide' ? '5511955550011' : '5511955550012'
    const shortcode = `bomdia-${size}`
    shop.control.addPhone({ phone: customer, name: `Helena ${size}` })
    await goTo(ana, 'Respostas rápidas')
    await create(/^Nova resposta rápida/)
    const form = sheet('Nova resposta rápida')
    await form.getByLabel('Atalho').fill(shortcode)
    await pressButton(ana, 'Inserir primeiro nome', form)
    await page.keyboard.type(', *olá*')
    await form.getByLabel('Mensagem').evaluate(field => (field as HTMLTextAreaElement).setSelectionRange(0, 0))
    await pressButton(ana, 'Inserir saudação', form)
    await page.keyboard.type(' ')
    expect(await form.getByLabel('Mensagem').inputValue()).toBe('{{ms}} {{firstName}}, *olá*')
    await form.locator('.sample strong').getByText('olá', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await sheet(/^Descartar/).waitFor()
    await page.keyboard.press('Enter')
    await sheet(/^Descartar/).waitFor({ state: 'detached' })
    const picture = { name: 'foto.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    await form.locator('input[type=file]').setInputFiles(picture)
    await form.locator('.sample img').waitFor({ state: 'attached' })
    await form.getByLabel('Mensagem').fill('Olá, {{firstName}}')
    await form.getByText('Olá, Cleide').waitFor()
    await form.locator('input[type=file]').setInputFiles({ name: 'tabela.txt', mimeType: 'text/plain', buffer: Buffer.from('tabela') })
    await form.getByText('tabela.txt').waitFor()
    await press(ana, form.getByLabel('Toda a equipe usa'))
    expect(await look(ana, 'quick-message-sheet')).toEqual([])
    await pressButton(ana, /^Criar resposta rápida/, form)
    await line(`/${shortcode}`).waitFor()

    const reader = await agent(browser, shop.url, size, await shop.person(`Rui${size} Reis`))
    await goTo(reader, 'Respostas rápidas')
    await press(reader, reader.page.getByRole('row').filter({ hasText: `/${shortcode}` }))
    const shown = reader.page.getByRole('dialog', { name: 'Resposta rápida' })
    await shown.getByText('Só administradores e supervisores').waitFor()
    // Plain facts: no field, and nothing that could be filled.
    await shown.getByRole('definition').filter({ hasText: 'Olá, {{firstName}}' }).waitFor()
    await shown.getByRole('link', { name: 'tabela.txt' }).waitFor()
    expect(await shown.locator('input, textarea, select, [role=switch]').count()).toBe(0)
    expect(await shown.getByText('opcional').count()).toBe(0)
    expect(await look(reader, 'quick-message-read')).toEqual([])
    await pressButton(reader, 'Fechar', shown.locator('footer'))
    expect(reader.problems).toEqual([])
    await reader.close()

    await pressButton(ana, 'Mais ações', page.locator('.page-head'))
    await press(ana, page.getByRole('menuitem', { name: 'Importar respostas rápidas' }))
    const importing = sheet('Importar respostas rápidas')
    const rows = [
      ['Atalho', 'Mensagem', 'Toda a equipe usa'],
      [`pix-${size}`, 'Nossa chave é o CNPJ', 'não'],
      ['', 'sem atalho', ''],
      [`boleto-${size}`, 'Segue o boleto', 'talvez'],
    ]
    const csv = rows.map(cells => cells.join(';')).join('\n')
    await importing.locator('input[type=file]').setInputFiles({ name: 'frases.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await importing.getByText('frases.csv, 3 linhas').waitFor()
    expect(await look(ana, 'import-columns')).toEqual([])
    await pressButton(ana, 'Importar 1 linha', importing)
    await importing.getByText('1 linha importada').waitFor()
    await importing.getByText('2 linhas ficaram de fora').waitFor()
    await importing.getByText('Atalho: Obrigatório').waitFor()
    await importing.getByText('Toda a equipe usa: Escreva sim ou não').waitFor()
    expect(await look(ana, 'import-done')).toEqual([])
    await pressButton(ana, 'Concluir', importing)
    await line(`/pix-${size}`).waitFor()
    expect(await look(ana, 'quick-messages')).toEqual([])

    const download = page.waitForEvent('download')
    await pressButton(ana, 'Mais ações', page.locator('.page-head'))
    await press(ana, page.getByRole('menuitem', { name: 'Exportar como Excel' }))
    expect((await download).suggestedFilename()).toMatch(/^quick-messages-.*\.xlsx$/)

    await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Bom dia' })
    await goTo(ana, 'Atendimentos')
    await accept(ana, `Helena ${size}`)
    await pressButton(ana, 'Respostas rápidas', ana.page.locator('.composer'))
    await page.getByRole('combobox', { name: 'Buscar atalho ou texto' }).fill(shortcode)
    await page.locator('.quick-preview').getByText('Olá, Helena').waitFor()
    expect(await look(ana, 'quick-picker')).toEqual([])
    await page.getByRole('combobox', { name: 'Buscar atalho ou texto' }).press('Enter')
    await page.getByText('tabela.txt').waitFor()
    expect(await composer(ana).inputValue()).toBe('Olá, Helena')
    await composer(ana).fill('')
    await composer(ana).press('/')
    await page.getByRole('combobox', { name: 'Buscar atalho ou texto' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Buscar atalho ou texto' }).waitFor({ state: 'detached' })
    expect(await composer(ana).inputValue()).toBe('')

    // Where nothing has that name, a link leads to where one is made, on the same page.
    await composer(ana).press('/')
    await page.getByRole('combobox', { name: 'Buscar atalho ou texto' }).fill('nada-assim')
    const make = page.locator('.quick-box').getByRole('link', { name: 'Criar respostas rápidas' })
    await make.waitFor()
    expect(await page.locator('#quick-list').isVisible()).toBe(false)
    expect(await look(ana, 'quick-none')).toEqual([])
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await press(ana, make)
    await line(`/${shortcode}`).waitFor()
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  })
}

test('a / calls quick messages wherever a word begins, and what is chosen stands between the words that were there', async () => {
  await shop.owner.post('/quick-messages', { shortcode: 'prazo-geral', message: 'O prazo é de dois dias.', geral: true })
  const ana = await sit('wide', 'Bia Prates')
  const { page } = ana
  const search = page.getByRole('combobox', { name: 'Buscar atalho ou texto' })
  /** The words around the caret of the field, which has the focus. */
  const around = () =>
    composer(ana).evaluate((field: HTMLTextAreaElement) => [
      field.value.slice(0, field.selectionStart),
      field.value.slice(field.selectionEnd),
      document.activeElement === field,
    ])
  const phone = '5511955550013'
  shop.control.addPhone({ phone, name: 'Iara Nunes' })
  await shop.control.send({ from: phone, to: NUMBER, type: 'text', text: 'Bom dia' })
  await accept(ana, 'Iara Nunes')

  await composer(ana).fill('Oi!  Até logo')
  await composer(ana).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4))
  await page.keyboard.type('/prazo-g')
  await search.waitFor()
  await page.getByRole('option', { name: '/prazo-geral' }).waitFor()
  await page.keyboard.press('Enter')
  await until(async () => String(await around()) === 'Oi! O prazo é de dois dias., Até logo,true')

  // Given up, it stays as a letter.
  for (const key of ['Escape', 'Backspace']) {
    await composer(ana).fill('dia ')
    await page.keyboard.type('/')
    await search.waitFor()
    await page.keyboard.press(key)
    await search.waitFor({ state: 'detached' })
    expect(await around()).toEqual(['dia /', '', true])
  }
  await composer(ana).fill('')
  await page.keyboard.type('/')
  await search.waitFor()
  await page.keyboard.press('Backspace')
  await search.waitFor({ state: 'detached' })
  expect(await around()).toEqual(['', '', true])

  // A blank behind it writes the sign itself, and so does a letter before it.
  await page.keyboard.type('/ sim ')
  await page.keyboard.type('/')
  await search.waitFor()
  await page.keyboard.type(' 80 km/h e/ou https://')
  expect(await around()).toEqual(['/ sim / 80 km/h e/ou https://', '', true])
  expect(await search.count()).toBe(0)

  // What no quick message is called is text, with which one goes on; the next Tab is for a note.
  await composer(ana).fill('')
  await page.keyboard.type('/zz')
  await search.waitFor()
  await page.keyboard.press('Tab')
  await search.waitFor({ state: 'detached' })
  expect(await around()).toEqual(['/zz', '', true])
  await composer(ana).fill('/ sim / 80 km/h e/ou https://')

  // One that begins a line calls as well; by the button a blank is looked for like any letter.
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('/prazo-geral')
  await page.getByRole('option', { name: '/prazo-geral' }).waitFor()
  await page.keyboard.press('Enter')
  await until(async () => String((await around())[0]).endsWith('https://\nO prazo é de dois dias.'))
  await composer(ana).fill('')
  await pressButton(ana, 'Respostas rápidas', page.locator('.composer'))
  await page.keyboard.type(' prazo')
  expect(await search.inputValue()).toBe(' prazo')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await around()).toEqual(['', '', true])
})

test('a variable that nobody fills in is named in the form with those that there are, and drawn as wrong in the list', async () => {
  const ana = await sit('wide', 'Gil Prates')
  const { line, sheet, create } = pageOf(ana)
  await goTo(ana, 'Respostas rápidas')
  await create(/^Nova resposta rápida/)
  const form = sheet('Nova resposta rápida')
  await form.getByLabel('Atalho').fill('apresenta')
  const text = form.getByLabel('Mensagem')
  await text.fill('Olá {{firstName}}, aqui é a {{userName}}')
  await form.getByText('{{userName}} não é uma variável').waitFor()
  await form.getByText('Existem: {{firstName}}, {{name}}, {{ms}}, {{protocol}}, {{hora}}.').waitFor()
  expect(await look(ana, 'quick-message-unknown')).toEqual([])
  await ana.page.setViewportSize({ width: 390, height: 844 })
  expect(await look(ana, 'quick-message-unknown-narrow')).toEqual([])
  await ana.page.setViewportSize({ width: 1366, height: 768 })
  await text.fill('Olá {{firstName}}')
  await form.getByText('não é uma variável').waitFor({ state: 'detached' })
  await text.fill('Olá {{firstName}}, aqui é a {{userName}}')
  await pressButton(ana, /^Criar resposta rápida/, form)
  await line('/apresenta').locator('.slot.is-wrong').getByText('{{userName}}', { exact: true }).waitFor()
  await line('/apresenta').locator('.slot:not(.is-wrong)').getByText('primeiro nome').waitFor()
  expect(await look(ana, 'quick-messages-unknown')).toEqual([])
})

test('a filter looks through all pages, and a file has what it leaves', async () => {
  const login = await shop.person('Eva Dias')
  const eva = await client(shop.url, login)
  const rows = Array.from({ length: 50 }, (_, n) => ({ shortcode: `minha-${n}`, message: 'Minha' }))
  await eva.post('/quick-messages/import', { rows })
  await shop.owner.post('/quick-messages', { shortcode: 'zzz-de-todos', message: 'Nossa; de *todos*', geral: true })
  const person = await agent(browser, shop.url, 'wide', login)
  const { page } = person
  await goTo(person, 'Respostas rápidas')
  await page.getByText('/minha-0', { exact: true }).waitFor()
  await pressButton(person, 'Da empresa')
  await page.getByText('/zzz-de-todos').waitFor()
  expect(await page.getByText('/minha-0', { exact: true }).count()).toBe(0)
  const download = page.waitForEvent('download')
  await pressButton(person, 'Mais ações', page.locator('.page-head'))
  await press(person, page.getByRole('menuitem', { name: 'Exportar como CSV' }))
  const lines = (await Bun.file(await (await download).path()).text()).trim().split('\r\n')
  expect(lines[0]).toBe('Atalho;Mensagem')
  expect(lines).toContain('zzz-de-todos;"Nossa; de *todos*"')
  expect(lines.filter(line => line.startsWith('minha-'))).toEqual([])
  expect(person.problems).toEqual([])
  await person.close()
})
