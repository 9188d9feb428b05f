import { afterAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { startDialogflow } from '../peers/dialogflow'
import { passedTo, startFront } from '../peers/front'
import { keepSecrets } from '../secrets'
import { goTo, press, pressButton, row, showList } from './agent'
import { look, type Person } from './browser'
import { NUMBER } from './shop'
import { pageOf, testShop } from './test-shop'

/** What a program gets, and how it answers. */
const posts: { path: string; authorization: string | null; body: { message?: { conversation?: string } } }[] = []
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    posts.push({ path: new URL(request.url).pathname, authorization: request.headers.get('authorization'), body: await request.json() })
    return Response.json({ text: 'Sou o robô. Qual é o seu CPF?' })
  },
})
const program = `127.0.0.1:${hook.port}`
const google = startDialogflow('norte-fibra')
const ofGoogle = (name: string) => ({ [name]: passedTo(`http://${google.destination}/${name}`) })
const front = startFront({ ...ofGoogle('oauth2.googleapis.com'), ...ofGoogle('dialogflow.googleapis.com') })
const TOKEN = 'segredo-do-programa'
const PRIVATE_KEY = google.credential.private_key as string
keepSecrets('keys of robots', [TOKEN, PRIVATE_KEY])
const { shop, sit } = await testShop({ OUTBOUND_ALLOW: program, OUTBOUND_HOSTS: front.hosts }, front.certificate)
afterAll(() => Promise.all([hook.stop(true), front.stop(), google.stop()]))

/** What stands under a field that is wrong. */
const errorAt = (field: Locator) =>
  field.evaluate(({ ownerDocument, attributes }) => {
    const id = attributes.getNamedItem('aria-describedby')?.value
    return id && ownerDocument.getElementById(id)?.textContent
  })

/** What the server tells a browser of integrations from now on. */
function toldTo({ page }: Person) {
  const answers: Promise<string>[] = []
  page.on('response', answer => answer.url().includes('/queueIntegration') && answers.push(answer.text()))
  return async () => (await Promise.all(answers)).join('\n')
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
  await form.getByText('Simular um cliente').click()
  const talk = form.getByRole('log', { name: 'Simular um cliente' })
  await form.getByLabel('Mensagem do cliente').fill('Boa tarde')
  await pressButton(ana, 'Enviar como cliente', form)
  await talk.getByText('Sou o robô. Qual é o seu CPF?').waitFor()
  expect(posts.at(-1)?.body.message?.conversation).toBe('Boa tarde')
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
  await row(ana, `Cliente do ${name}`).waitFor()

  await goTo(ana, 'Integrações')
  await line(name).hover()
  await pressButton(ana, `Excluir ${name}`)
  await sheet(`Excluir a integração ${name}?`).getByText('Deixa de responder em Loja').waitFor()
  await pressButton(ana, /^Excluir integração/)
  await line(name).waitFor({ state: 'detached' })
})

test('a webhook is refused at its fields, made, and changed without its token, which is shown to nobody and goes to no other address', async () => {
  const lia = await sit('phone', 'Lia Reis')
  const { page } = lia
  const { line, sheet, create } = pageOf(lia)
  const told = toldTo(lia)
  await goTo(lia, 'Integrações')
  await create(/^Nova integração/)
  const form = sheet('Nova integração')
  await press(lia, form.getByRole('radio', { name: 'Webhook' }))
  const fields = (of: Locator) => ({
    address: of.getByLabel('Endereço'),
    token: of.getByLabel('Token'),
    secret: of.getByLabel('Segredo de assinatura'),
  })
  const made = fields(form)
  await form.getByLabel('Nome').fill('Agenda da clínica')
  await made.address.fill('exemplo.com/agenda')
  await made.token.fill('com espaço')
  await made.secret.fill('whsec_curto')
  await pressButton(lia, /^Criar integração/, form)
  await form.getByText('Use um endereço completo, como https://exemplo.com/caminho').waitFor()
  expect(await Promise.all(Object.values(made).map(errorAt))).toEqual([
    'Use um endereço completo, como https://exemplo.com/caminho',
    'Use só letras, números e sinais, sem espaços',
    'Use pelo menos 16 caracteres',
  ])
  lia.forgive(/^400 POST \/queueIntegration$/)
  expect(await look(lia, 'webhook-refused')).toEqual([])
  await made.address.fill(`http://${program}/agenda`)
  await made.token.fill(TOKEN)
  await made.secret.fill('')
  await pressButton(lia, /^Criar integração/, form)
  await form.waitFor({ state: 'detached' })

  await press(lia, line('Agenda da clínica').getByText('Agenda da clínica'))
  const edit = sheet('Editar integração')
  const changed = fields(edit)
  await edit.getByText('Guardado. Em branco, continua o mesmo.').waitFor()
  expect([await changed.address.inputValue(), await changed.token.inputValue()]).toEqual([`http://${program}/agenda`, ''])
  expect(await look(lia, 'webhook-edit')).toEqual([])
  await edit.getByLabel('Nome').fill('Agenda nova')
  await changed.address.fill('https://programa.exemplo/agenda')
  await pressButton(lia, /^Salvar/, edit)
  await edit.getByText('Informe a chave de novo: o endereço mudou').waitFor()
  expect(await errorAt(changed.token)).toBe('Informe a chave de novo: o endereço mudou')
  lia.forgive(/^400 PUT \/queueIntegration\/\d+$/)
  await changed.address.fill(`http://${program}/agenda-2`)
  await pressButton(lia, /^Salvar/, edit)
  await edit.waitFor({ state: 'detached' })

  await press(lia, line('Agenda nova').getByText('Agenda nova'))
  posts.length = 0
  await pressButton(lia, 'Testar', edit)
  await edit.getByText('Primeira resposta: “Sou o robô. Qual é o seu CPF?”').waitFor()
  expect(posts.map(({ path, authorization }) => [path, authorization])).toEqual([['/agenda-2', `Bearer ${TOKEN}`]])
  await pressButton(lia, 'Cancelar', edit)
  await pressButton(lia, 'Excluir Agenda nova')
  await sheet('Excluir a integração Agenda nova?').getByText('As conversas que ela atende passam para uma pessoa.').waitFor()
  await pressButton(lia, /^Excluir integração/)
  await line('Agenda nova').waitFor({ state: 'detached' })
  const all = await told()
  expect(all).toContain('Agenda nova')
  expect(all + (await page.content())).not.toContain(TOKEN)
})

test('an agent of Dialogflow is refused at its fields, answers, and is changed without its credential, which is shown to nobody', async () => {
  const nina = await sit('wide', 'Nina Prado')
  const { page } = nina
  const { line, sheet, create } = pageOf(nina)
  const told = toldTo(nina)
  await goTo(nina, 'Integrações')
  await create(/^Nova integração/)
  const form = sheet('Nova integração')
  await press(nina, form.getByRole('radio', { name: 'Dialogflow' }))
  await form.getByLabel('Nome').fill('Agente')
  await pressButton(nina, /^Criar integração/, form)
  const [project, language, credential] = [form.getByLabel('Projeto'), form.getByLabel('Idioma'), form.getByLabel('Credencial (JSON)')]
  await form.getByText('Preencha este campo').first().waitFor()
  expect([await errorAt(project), await errorAt(credential)]).toEqual(['Preencha este campo', 'Preencha este campo'])
  // What a choice shows is chosen.
  expect([await language.inputValue(), await errorAt(language)]).toEqual(['pt-BR', undefined])
  await project.fill('Norte Fibra')
  await credential.fill(JSON.stringify({ ...google.credential, private_key: 'nenhuma' }))
  await form.getByLabel('Região').fill('São Paulo')
  await pressButton(nina, /^Criar integração/, form)
  await form.getByText('Use o identificador do projeto: letras minúsculas, números e hífens').waitFor()
  expect([await errorAt(credential), await errorAt(form.getByLabel('Região'))]).toEqual([
    'A chave privada deste arquivo não pode ser lida. Crie outra no console do Google',
    'Use uma região como southamerica-east1, ou deixe em branco',
  ])
  nina.forgive(/^400 POST \/queueIntegration$/)
  expect(await look(nina, 'dialogflow-refused')).toEqual([])
  await project.fill('norte-fibra')
  await credential.fill(JSON.stringify(google.credential))
  await form.getByLabel('Região').fill('')
  await pressButton(nina, /^Criar integração/, form)
  await form.waitFor({ state: 'detached' })

  await press(nina, line('Agente').getByText('Agente'))
  const edit = sheet('Editar integração')
  await edit.getByText('Guardado. Em branco, continua o mesmo.').waitFor()
  expect([await edit.getByLabel('Projeto').inputValue(), await edit.getByLabel('Credencial (JSON)').inputValue()]).toEqual([
    'norte-fibra',
    '',
  ])
  expect(await look(nina, 'dialogflow-edit')).toEqual([])
  await edit.getByLabel('Idioma').selectOption('Español')
  await pressButton(nina, /^Salvar/, edit)
  await edit.waitFor({ state: 'detached' })

  await press(nina, line('Agente').getByText('Agente'))
  await edit.getByLabel('Mensagem do teste').fill('Bom dia')
  await pressButton(nina, 'Testar', edit)
  await edit.getByText('Primeira resposta: “Você disse: Bom dia”').waitFor()
  expect(google.asked.map(({ text, language }) => [text, language])).toEqual([['Bom dia', 'es']])
  await pressButton(nina, 'Cancelar', edit)
  await line('Agente').hover()
  await pressButton(nina, 'Excluir Agente')
  await pressButton(nina, /^Excluir integração/)
  await line('Agente').waitFor({ state: 'detached' })
  const all = await told()
  expect(all).toContain('norte-fibra')
  expect(all + (await page.content())).not.toContain('PRIVATE KEY')
})
