import { afterAll, expect, test } from 'bun:test'
import { agent, goTo, press, pressButton, row as ticketRow, showList } from './agent'
import { failure, startOpenai } from '../peers/openai'
import { keepSecrets } from '../secrets'
import { look, type Size, sizes } from './browser'
import { pageOf, testShop } from './test-shop'
import { NUMBER } from './shop'

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
const KEY = 'sk-canario-do-navegador'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
const { shop, browser, sit } = await testShop({ OUTBOUND_ALLOW: `127.0.0.1:${hook.port},${openai.destination}` })
afterAll(() => Promise.all([hook.stop(true), openai.stop()]))

for (const size of Object.keys(sizes) as Size[]) {
  const ana = await sit(size, `Ana${size} Lima`)
  const { line, sheet, create } = pageOf(ana)

  test(`what answers customers, ${size} > a connection of two queues is asked for a greeting at its field, changed and deleted`, async () => {
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
    await press(ana, page.getByRole('option', { name: 'Vendas' }))
    await page.keyboard.press('Escape')
    await pressButton(ana, /^Criar e conectar/, form)
    await form.getByText('A mensagem de saudação é obrigatória').waitFor()
    await form.locator('textarea:focus').waitFor()
    ana.forgive(/^400 POST \/whatsapp$/)
    await form.getByLabel('Mensagem de saudação').fill('Com quem quer falar?')
    await press(ana, form.getByRole('tab', { name: 'Inatividade' }))
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
    const part = (name: string) => press(ana, editing.getByRole('tab', { name }))
    await part('Inatividade')
    await editing.getByLabel('Mensagem ao encerrar').fill('a'.repeat(4_001))
    await editing.getByLabel('Encerrar sozinho').fill('0')
    await editing.getByLabel('Mensagem ao encerrar').waitFor({ state: 'detached' })
    await part('Geral')
    await press(ana, editing.getByLabel('Conexão padrão'))
    await editing.getByLabel('Nome').fill(`${name} Sul`)
    await part('Token da API')
    await pressButton(ana, 'Gerar um token novo', editing)
    const token = await editing.getByLabel('Token', { exact: true }).inputValue()
    keepSecrets('token', [token])
    expect(token).toMatch(/^[0-9a-f]{48}$/)
    await pressButton(ana, 'Copiar o token', editing)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await pressButton(ana, /^Salvar conexão/, editing)
    await line(`${name} Sul`).getByText('Padrão').waitFor()
    expect(await line('Loja').getByText('Padrão').count()).toBe(0)
    await press(ana, line(`${name} Sul`).getByText(name))
    expect(await editing.getByLabel('Conexão padrão').isDisabled()).toBe(true)
    expect(await editing.getByLabel('Token', { exact: true }).inputValue()).toBe('')
    const asked = await fetch(`${shop.url}/messages/send/nenhuma`, { headers: { authorization: `Bearer ${token}` } })
    expect(asked.status).toBe(404)
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
}

test('an integration is tested, answers a customer, and is deleted', async () => {
  const ana = await sit('wide', 'Ana Lima')
  const { page } = ana
  const { line, sheet, create } = pageOf(ana)
  const [customer, name] = ['5511955550001', 'Robô']
  shop.control.addPhone({ phone: customer, name: `Cliente do ${name}` })
  await goTo(ana, 'Integrações')
  await create(/^Nova integração/)
  const form = sheet('Nova integração')
  await press(ana, form.getByRole('radio', { name: 'n8n' }))
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

for (const size of Object.keys(sizes) as Size[])
  test(`an assistant, ${size} > is tried before it is saved, answers a customer by the AI of its provider, and shows what it cost`, async () => {
    const ana = await sit(size, `Iara${size} Lima`)
    const { page } = ana
    const { line, sheet, create } = pageOf(ana)
    const [customer, name] = [size === 'wide' ? '5511955550002' : '5511955550003', `Vendedora ${size}`]
    shop.control.addPhone({ phone: customer, name: `Cliente da ${name}` })
    openai.answer = ({ messages }) => ({ content: `Temos 500 mega. Você disse: ${messages.at(-1)!.content}`, tokens: 1234 })
    await goTo(ana, 'Assistentes de IA')
    await create(/^Novo assistente/)
    const form = sheet('Novo assistente')
    await pressButton(ana, 'Testar', form)
    await form.getByText('Obrigatório', { exact: true }).first().waitFor()
    ana.forgive(/^400 POST \/prompt\/test$/)
    await form.getByLabel('Nome').fill(name)
    await pressButton(ana, /^Fila/, form)
    await press(ana, page.getByRole('option', { name: 'Vendas' }))
    await form.getByLabel('Instruções').fill('Você é a vendedora da Norte Fibra. Fale com frases curtas e simpáticas.')
    await form.getByLabel('Perguntas frequentes').fill('Qual é o prazo de instalação? Dois dias.')
    await form.getByLabel('Chave da API', { exact: true }).fill('sk-errada-no-navegador')
    await form.getByLabel('Endereço do provedor').fill(openai.baseUrl)
    await pressButton(ana, 'Testar', form)
    await form.getByText('O provedor de IA não aceitou a chave.').waitFor()
    await form.getByLabel('Chave da API', { exact: true }).fill(KEY)
    await pressButton(ana, 'Testar', form)
    await form.getByText('Primeira resposta: “Temos 500 mega. Você disse: Olá! Esta é uma mensagem de teste.”').waitFor()
    expect(await look(ana, 'prompt-tried')).toEqual([])
    await pressButton(ana, /^Criar assistente/, form)
    await line(name).getByText('Ainda sem uso').waitFor()

    const { prompts } = await shop.owner.get<{ prompts: { id: number; name: string }[] }>(`/prompt?searchParam=${encodeURIComponent(name)}`)
    const queues = await shop.owner.get<{ id: number; name: string }[]>('/queue')
    const queue = queues.find(one => one.name === 'Suporte')!
    await shop.owner.put(`/queue/${queue.id}`, { promptId: prompts[0]!.id })
    await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'Quais são os planos?' })
    await shop.shows(customer, entries => entries.some(entry => entry.text.includes('Você disse: Quais são os planos?')))
    await page.reload()
    await line(name)
      .getByText(/^Respondeu/)
      .waitFor()
    await line(name)
      .getByText(/^1\.234 tokens em /)
      .waitFor()
    expect(await look(ana, 'prompts-answered')).toEqual([])

    openai.answer = () => failure(429, `no credit for ${KEY}`, { code: 'insufficient_quota' })
    await shop.control.send({ from: customer, to: NUMBER, type: 'text', text: 'E o de 1 giga?' })
    await line(name)
      .getByText(/^Falhou/)
      .waitFor()
    await line(name).getByText('A conta no provedor de IA está sem crédito.').waitFor()
    expect(await look(ana, 'prompts-failed')).toEqual([])
    await shop.owner.put(`/queue/${queue.id}`, { promptId: null })
  })
