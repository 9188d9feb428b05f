import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accept, agent, composer, goTo, press, pressButton, row as ticketRow, showList } from './agent'
import { type Browsing, look, openBrowser, type Person, type Size, sizes } from './browser'
import { NUMBER, openShop, OWNER, type Shop } from './shop'

setDefaultTimeout(60_000)

let shop: Shop
let browser: Browsing
/** What an n8n would get, and how it answers. */
const posts: { authorization: string | null; body: { message?: { conversation?: string } } }[] = []
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    posts.push({ authorization: request.headers.get('authorization'), body: await request.json() })
    return Response.json({ text: 'Sou o robô. Qual é o seu CPF?' })
  },
})
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop({ OUTBOUND_ALLOW: `127.0.0.1:${hook.port}` }), openBrowser()])
  // The owner is here as a program and before a browser.
  await shop.owner.put('/settings/singleSession', { value: 'disabled' })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await hook.stop(true)
})

describe.each(Object.keys(sizes) as Size[])('the pages, %s', size => {
  let ana: Person
  const line = (text: string) => ana.page.getByRole('table').getByRole('row').filter({ hasText: text })
  const create = (name: RegExp) => pressButton(ana, name, ana.page.getByRole('main').locator('.page-head'))
  const sheet = (name: string | RegExp) => ana.page.getByRole('dialog', { name })

  beforeAll(async () => {
    ana = await agent(browser, shop.url, size, await shop.person(`Ana${size} Lima`, 'admin'))
  })
  afterAll(() => ana?.close())
  afterEach(() => {
    expect(ana.problems).toEqual([])
  })

  test('tags are made, found, changed and deleted', async () => {
    const { page } = ana
    await goTo(ana, 'Tags')
    await page.getByRole('heading', { name: 'Marque o assunto da conversa' }).waitFor()
    expect(await look(ana, 'tags-empty')).toEqual([])
    for (const name of ['VIP', 'Orçamento']) {
      await create(/^Nova tag/)
      const form = sheet('Nova tag')
      await form.getByLabel('Nome').fill(name)
      await press(ana, form.getByRole('radio', { name: /violeta/i }).nth(2))
      if (name === 'VIP') expect(await look(ana, 'tag-sheet')).toEqual([])
      await pressButton(ana, /^Criar tag/, form)
      await line(name).waitFor()
    }
    expect(await look(ana, 'tags')).toEqual([])
    await page.getByLabel('Buscar tag').fill('orç')
    await line('VIP').waitFor({ state: 'detached' })
    await line('Orçamento').waitFor()
    await press(ana, line('Orçamento').getByRole('cell').first())
    await sheet('Editar tag').getByLabel('Nome').fill('Orçamento enviado')
    await pressButton(ana, /^Salvar tag/)
    await line('Orçamento enviado').waitFor()
    await line('Orçamento enviado').hover()
    await pressButton(ana, 'Excluir Orçamento enviado')
    await sheet('Excluir a tag Orçamento enviado?').getByText('Nenhum atendimento usa esta tag.').waitFor()
    await pressButton(ana, /^Excluir tag/)
    await line('Orçamento enviado').waitFor({ state: 'detached' })
    await page.getByLabel('Buscar tag').fill('')
    await line('VIP').hover()
    await pressButton(ana, 'Excluir VIP')
    await pressButton(ana, /^Excluir tag/)
    await page.getByRole('heading', { name: 'Marque o assunto da conversa' }).waitFor()
  })

  test('contacts are made, refused twice, changed, talked to and deleted', async () => {
    const { page } = ana
    const phone = size === 'wide' ? '5511977776666' : '5511966665555'
    const name = size === 'wide' ? 'Tereza Nunes' : 'Otávio Braga'
    shop.control.addPhone({ phone, name: 'outro nome' })
    await goTo(ana, 'Contatos')
    await create(/^Novo contato/)
    const form = sheet('Novo contato')
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('Número').fill('55119')
    await pressButton(ana, /^Criar contato/)
    await form.locator('.err').waitFor()
    await form.getByLabel('Número').fill(phone)
    await pressButton(ana, 'Adicionar campo')
    await form.getByRole('textbox', { name: 'Campo' }).fill('CPF')
    await form.getByRole('textbox', { name: 'Valor de CPF' }).fill('123')
    expect(await look(ana, 'contact-sheet')).toEqual([])
    await pressButton(ana, /^Criar contato/)
    await line(name).waitFor()
    expect(await look(ana, 'contacts')).toEqual([])

    await create(/^Novo contato/)
    await form.getByLabel('Nome').fill('De novo')
    await form.getByLabel('Número').fill(phone)
    await pressButton(ana, /^Criar contato/)
    await form.getByText(`Este número já é de ${name}`).waitFor()
    await pressButton(ana, `Abrir ${name}`)
    await sheet(new RegExp(name)).getByLabel('Nome', { exact: true }).fill(`${name} Filho`)
    await pressButton(ana, /^Salvar/, sheet(new RegExp(name)))
    await line(`${name} Filho`).waitFor()

    await pressButton(ana, `${name} Filho`, line(name))
    await pressButton(ana, 'Conversar', sheet(new RegExp(name)))
    await page
      .getByRole('dialog', { name: `Conversar com ${name} Filho` })
      .getByLabel('Fila')
      .selectOption({ label: 'Suporte' })
    expect(await look(ana, 'talk')).toEqual([])
    await pressButton(ana, /^Abrir conversa/)
    await composer(ana).waitFor()

    await ana.page.goto('/contacts')
    await page.getByLabel('Nome ou número').fill(phone)
    await pressButton(ana, `${name} Filho`, line(name))
    await pressButton(ana, 'Excluir', sheet(new RegExp(name)))
    await page.getByText('1 atendimento e suas mensagens também são excluídos').waitFor()
    await pressButton(ana, /^Excluir contato/)
    await line(name).waitFor({ state: 'detached' })
  })

  test('an integration is tested, answers a customer, and is deleted', async () => {
    const { page } = ana
    const customer = size === 'wide' ? '5511955550001' : '5511955550002'
    const name = `Robô ${size}`
    shop.control.addPhone({ phone: customer, name: `Cliente do ${name}` })
    await goTo(ana, 'Integrações')
    await create(/^Nova integração/)
    const form = sheet('Nova integração')
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('Endereço').fill(`http://127.0.0.1:${hook.port}/n8n`)
    await form.getByLabel('Token').fill('segredo-do-teste')
    await press(ana, form.getByRole('checkbox', { name: /^Loja/ }))
    posts.length = 0
    await pressButton(ana, 'Testar', form)
    await form.getByText('Primeira resposta: “Sou o robô. Qual é o seu CPF?”').waitFor()
    expect(posts.at(-1)?.authorization).toBe('Bearer segredo-do-teste')
    expect(await look(ana, 'integration')).toEqual([])
    await pressButton(ana, /^Criar integração/, form)
    await form.waitFor({ state: 'detached' })
    await line(name).waitFor()

    await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Oi, robô' })
    await shop.shows(customer, entries => entries.some(entry => entry.text.includes('Qual é o seu CPF?')))
    expect(posts.at(-1)?.body.message?.conversation).toBe('Oi, robô')
    await page.reload()
    await line(name)
      .getByText(/^Respondeu/)
      .waitFor()
    expect(await look(ana, 'integrations')).toEqual([])
    await goTo(ana, 'Atendimentos')
    await showList(ana, 'Aguardando')
    await ticketRow(ana, `Cliente do ${name}`).waitFor()

    await goTo(ana, 'Integrações')
    await line(name).hover()
    await pressButton(ana, `Excluir ${name}`)
    await sheet(`Excluir a integração ${name}?`).getByText('Deixa de responder em Loja').waitFor()
    await pressButton(ana, /^Excluir integração/)
    await line(name).waitFor({ state: 'detached' })
  })

  test('quick messages are made with a file, imported, and called up in a conversation', async () => {
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
    expect(await shown.getByLabel('Mensagem').isDisabled()).toBe(true)
    expect(await look(reader, 'quick-message-read')).toEqual([])
    await pressButton(reader, 'Fechar', shown.locator('footer'))
    expect(reader.problems).toEqual([])
    await reader.close()

    await pressButton(ana, 'Mais ações', page.locator('.page-head'))
    await press(ana, page.getByRole('menuitem', { name: 'Importar respostas rápidas' }))
    const importing = sheet('Importar respostas rápidas')
    const rows = [
      ['Atalho', 'Mensagem'],
      [`pix-${size}`, 'Nossa chave é o CNPJ'],
      ['', 'sem atalho'],
    ]
    const csv = rows.map(cells => cells.join(';')).join('\n')
    await importing.locator('input[type=file]').setInputFiles({ name: 'frases.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await importing.getByText('frases.csv, 2 linhas').waitFor()
    expect(await look(ana, 'import-columns')).toEqual([])
    await pressButton(ana, 'Importar 2 linhas', importing)
    await importing.getByText('1 linha importada').waitFor()
    await importing.getByText('1 linha ficou de fora').waitFor()
    await importing.getByText('Atalho: Obrigatório').waitFor()
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
  })

  test('queues are made, refused at the field, changed by the keyboard and deleted', async () => {
    const { page } = ana
    const name = `Cobrança ${size}`
    await goTo(ana, 'Filas')
    await line('Suporte').waitFor()
    await create(/^Nova fila/)
    const form = sheet('Nova fila')
    await form.getByLabel('Nome').fill('Suporte')
    await pressButton(ana, /^Criar fila/, form)
    await form.getByText('Já existe uma fila com esse nome').waitFor()
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('Saudação').fill('Olá! Aqui é a cobrança.')
    expect(await look(ana, 'queue-sheet')).toEqual([])
    await pressButton(ana, /^Criar fila/, form)
    await line(name).waitFor()
    expect(await look(ana, 'queues')).toEqual([])
    ana.forgive(/^400 POST \/queue$/)
    await line(name).focus()
    await page.keyboard.press('Enter')
    await sheet('Editar fila').getByLabel('Ordem').fill('7')
    await page.keyboard.press('Control+Enter')
    await sheet('Editar fila').waitFor({ state: 'detached' })
    await line(name).focus()
    await page.keyboard.press('Delete')
    await sheet(`Excluir a fila ${name}?`).getByText('ficam sem fila').waitFor()
    await pressButton(ana, /^Excluir fila/)
    await line(name).waitFor({ state: 'detached' })
  })

  test('a connection of two queues is asked for a greeting at its field, changed and deleted', async () => {
    const { page } = ana
    const name = `Filial ${size}`
    await goTo(ana, 'Conexões')
    await line('Loja').waitFor()
    await page.getByText('1 de 100 conexões do seu plano').waitFor()
    await create(/^Nova conexão/)
    const form = sheet('Nova conexão')
    await form.getByLabel('Nome').fill(name)
    await press(ana, form.getByLabel('Telefone simulado'))
    await pressButton(ana, /^Filas/, form)
    await press(ana, page.getByRole('option', { name: 'Suporte' }))
    expect(await form.getByLabel('Mensagem de saudação').count()).toBe(0)
    await press(ana, page.getByRole('option', { name: 'Vendas' }))
    await page.keyboard.press('Escape')
    await form.getByLabel('Mensagem de saudação').waitFor()
    await pressButton(ana, /^Criar e conectar/, form)
    await form.getByText('A mensagem de saudação é obrigatória').waitFor()
    await form.locator('textarea:focus').waitFor()
    ana.forgive(/^400 POST \/whatsapp$/)
    await form.getByLabel('Mensagem de saudação').fill('Com quem quer falar?')
    await form.getByLabel('Encerrar sozinho').fill('24')
    await form.getByLabel('Mensagem ao encerrar').fill('Até logo')
    expect(await look(ana, 'connection-queues')).toEqual([])
    await pressButton(ana, /^Criar e conectar/, form)
    await sheet(`Conectar ${name}`).getByText('Ler com o telefone simulado').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 de 100 conexões do seu plano').waitFor()

    await press(ana, line(name).getByText(name))
    const editing = sheet('Editar conexão')
    await editing.getByRole('button', { name: 'Filas: Suporte, Vendas' }).waitFor()
    expect(await editing.getByLabel('Telefone simulado').count()).toBe(0)
    expect(await editing.getByLabel('Mensagem ao encerrar').inputValue()).toBe('Até logo')
    await editing.getByLabel('Mensagem ao encerrar').fill('a'.repeat(4_001))
    await editing.getByLabel('Encerrar sozinho').fill('0')
    await editing.getByLabel('Mensagem ao encerrar').waitFor({ state: 'detached' })
    await press(ana, editing.getByLabel('Conexão padrão'))
    await editing.getByLabel('Nome').fill(`${name} Sul`)
    await pressButton(ana, /^Salvar conexão/, editing)
    await line(`${name} Sul`).getByText('Padrão').waitFor()
    expect(await line('Loja').getByText('Padrão').count()).toBe(0)
    await press(ana, line(`${name} Sul`).getByText(name))
    expect(await editing.getByLabel('Conexão padrão').isDisabled()).toBe(true)
    expect(await look(ana, 'connection-edit')).toEqual([])
    await pressButton(ana, 'Cancelar', editing)

    const reader = await agent(browser, shop.url, size, await shop.person(`Bia${size} Luz`))
    await reader.page.goto('/connections')
    const shown = reader.page.getByRole('row').filter({ hasText: `${name} Sul` })
    await press(reader, shown.getByText(`${name} Sul`))
    expect(await reader.page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await reader.page.getByRole('dialog').count()).toBe(0)
    expect(await look(reader, 'connections-agent')).toEqual([])
    expect(reader.problems).toEqual([])
    await reader.close()

    await pressButton(ana, `Mais ações de ${name} Sul`)
    expect(await look(ana, 'connection-menu')).toEqual([])
    await press(ana, page.getByRole('menuitem', { name: 'Excluir conexão' }))
    await sheet(`Excluir a conexão ${name} Sul?`).getByText('O número é desconectado.').waitFor()
    await pressButton(ana, /^Excluir conexão/)
    await line(name).waitFor({ state: 'detached' })
    await line('Loja').getByText('Padrão').waitFor()
  })

  test('users are made with queues and changed; the own account stays', async () => {
    const { page } = ana
    const name = `Rafael ${size} Prado`
    await goTo(ana, 'Usuários')
    await line(`Ana${size} Lima`).waitFor()
    await create(/^Novo usuário/)
    const form = sheet('Novo usuário')
    await form.getByLabel('Nome').fill(name)
    await form.getByLabel('E-mail').fill(`rafael.${size}@nortefibra.test`)
    await form.getByLabel('Senha', { exact: true }).fill('uma frase curta')
    await pressButton(ana, /^Filas/, form)
    await page.getByRole('combobox', { name: 'Buscar' }).fill('supo')
    await press(ana, page.getByRole('option', { name: 'Suporte' }))
    expect(await look(ana, 'user-picker')).toEqual([])
    await page.keyboard.press('Escape')
    expect(await look(ana, 'user-sheet')).toEqual([])
    await pressButton(ana, /^Criar usuário/, form)
    await line(name).waitFor()
    expect(await look(ana, 'users')).toEqual([])
    await line(name).hover()
    await pressButton(ana, `Editar ${name}`)
    await sheet('Editar usuário').getByRole('button', { name: 'Filas: Suporte' }).waitFor()
    await sheet('Editar usuário').getByLabel('Perfil').selectOption('supervisor')
    await pressButton(ana, /^Salvar usuário/)
    await line(name).getByText('Supervisor').waitFor()
    expect(await page.getByRole('button', { name: `Excluir Ana${size} Lima` }).count()).toBe(0)
    await line(name).hover()
    await pressButton(ana, `Excluir ${name}`)
    await pressButton(ana, /^Excluir usuário/)
    await line(name).waitFor({ state: 'detached' })
  })

  test('help videos are written by an operator, and watched by everyone', async () => {
    const operator = await agent(browser, shop.url, size, OWNER)
    const { page } = operator
    const within = (name: string | RegExp) => page.getByRole('dialog', { name })
    const [first, second] = [`Primeiros passos ${size}`, `Filas e equipes ${size}`]
    await goTo(ana, 'Ajuda')
    await ana.page.getByText(/vídeo de ajuda ainda|\d de \d/).waitFor()
    expect(await look(ana, 'helps-empty')).toEqual([])

    await goTo(operator, 'Ajuda')
    await page.getByRole('heading', { name: /Nenhum vídeo/ }).waitFor()
    for (const title of [first, second]) {
      await pressButton(operator, /^Novo vídeo de ajuda/, page.locator('.page-head'))
      const form = within('Novo vídeo de ajuda')
      await form.getByLabel('Título').fill(title)
      await form.getByLabel('Descrição').fill('Como conectar um número, criar filas e convidar a equipe. '.repeat(3))
      await form.getByLabel('Vídeo do YouTube').fill('https://exemplo.com/aula')
      await pressButton(operator, /^Criar vídeo/, form)
      await form.getByText('Este não é um vídeo do YouTube').waitFor()
      await form.getByLabel('Vídeo do YouTube').fill('https://youtu.be/dQw4w9WgXcQ?si=abc')
      if (title === first) await form.getByLabel('Endereço para saber mais').fill('https://exemplo.com/guia')
      expect(await look(operator, 'help-sheet')).toEqual([])
      await pressButton(operator, /^Criar vídeo/, form)
      await page.getByRole('row').filter({ hasText: title }).waitFor()
    }
    expect(await look(operator, 'helps-operator')).toEqual([])

    await line(first).waitFor()
    expect(await ana.page.getByRole('button', { name: /^(Novo vídeo|Editar|Excluir)/ }).count()).toBe(0)
    expect(await look(ana, 'helps')).toEqual([])
    await ana.page.getByLabel('Buscar vídeo de ajuda').fill('filas')
    await line(first).waitFor({ state: 'detached' })
    await ana.context.route('https://www.youtube.com/**', route => route.fulfill({ body: 'vídeo' }))
    for (const what of [line(second).getByRole('link', { name: `Assistir a ${second}` }), line(second)]) {
      const opened = ana.page.waitForEvent('popup')
      await press(ana, what)
      const video = await opened
      await video.waitForURL('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
      await video.close()
    }
    await ana.page.getByLabel('Buscar vídeo de ajuda').fill('')

    await page.getByRole('row').filter({ hasText: second }).hover()
    await pressButton(operator, `Editar ${second}`)
    expect(await within('Editar vídeo de ajuda').getByLabel('Vídeo do YouTube').inputValue()).toBe('dQw4w9WgXcQ')
    await within('Editar vídeo de ajuda').getByLabel('Título').fill(`Filas ${size}`)
    await pressButton(operator, /^Salvar vídeo/)
    await line(`Filas ${size}`).waitFor()
    for (const title of [first, `Filas ${size}`]) {
      await page.getByRole('row').filter({ hasText: title }).hover()
      await pressButton(operator, `Excluir ${title}`)
      await pressButton(operator, /^Excluir vídeo/)
      await line(title).waitFor({ state: 'detached' })
    }
    await operator.close()
    expect(operator.problems).toEqual([])
  })

  test('announcements are written, found and deleted by an operator', async () => {
    const operator = await agent(browser, shop.url, size, OWNER)
    const { page } = operator
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const [urgent, later] = [`Parada no domingo ${size}`, `Novidades do mês ${size}`]
    await goTo(operator, 'Comunicados')
    for (const title of [later, urgent]) {
      await pressButton(operator, /^Novo comunicado/, page.locator('.page-head'))
      const form = page.getByRole('dialog', { name: 'Novo comunicado' })
      await form.getByLabel('Título').fill(title)
      await form.getByLabel('Texto').fill('O sistema fica fora do ar por alguns minutos.')
      if (title === later) await press(operator, form.getByText('Ativo'))
      else await form.getByLabel('Prioridade').selectOption('Alta')
      await form.getByLabel('Imagem').setInputFiles('docs/inbox.png')
      expect(await look(operator, 'announcement-sheet')).toEqual([])
      await pressButton(operator, /^Criar comunicado/, form)
      await row(title).waitFor()
    }
    expect(await page.locator('tbody > tr').allInnerTexts()).toEqual([
      expect.stringMatching(/Alta\s+Ativo/),
      expect.stringMatching(/Baixa\s+Inativo/),
    ])
    expect(await look(operator, 'announcements')).toEqual([])
    await page.getByLabel('Buscar comunicado').fill('novidades')
    await row(urgent).waitFor({ state: 'detached' })
    await page.getByLabel('Buscar comunicado').fill('')
    for (const title of [urgent, later]) {
      await row(title).hover()
      await pressButton(operator, `Excluir ${title}`)
      await pressButton(operator, /^Excluir comunicado/)
      await row(title).waitFor({ state: 'detached' })
    }
    expect(await look(operator, 'announcements-empty')).toEqual([])
    await operator.close()
    expect([operator.problems, await ana.page.getByRole('link', { name: 'Comunicados' }).count()]).toEqual([[], 0])
  })
})
