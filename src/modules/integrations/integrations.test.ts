import { afterAll, expect, onTestFinished, test } from 'bun:test'
import { startDialogflow } from '../../../tests/peers/dialogflow'
import { testOffice } from '../../../tests/office'
import { keepSecrets } from '../../../tests/secrets'

const google = startDialogflow('norte-fibra')
afterAll(() => google.stop())
const jsonContent = JSON.stringify(google.credential)
const TOKEN = 'canario-do-token-de-um-programa'
keepSecrets('keys of integrations', [google.credential.private_key as string, TOKEN])
const { norte, sul, store } = await testOffice()
const { client } = norte.staff.admin

// As clients of this family send it.
const given = {
  type: 'dialogflow',
  name: 'Dúvidas',
  projectName: 'norte-fibra',
  language: 'pt-BR',
  jsonContent,
  urlN8N: '',
  typebotExpires: 1,
}

test('a Dialogflow is read as it was sent, but its credential, which is sealed, kept when left empty, and nobody else’s', async () => {
  const { body: made, text } = await client.post<{ id: number }>('/queueIntegration', given)
  expect(made).toMatchObject({ projectName: 'norte-fibra', language: 'pt-BR', jsonContent: '', secrets: ['jsonContent'] })
  expect(text).not.toContain('PRIVATE KEY')
  const stored = async () =>
    JSON.parse(String((await store.client.execute({ sql: 'select settings from integrations where id = ?', args: [made.id] })).rows[0]![0]))
  expect(String((await stored()).jsonContent)).toStartWith('sealed:1:')
  const { body: changed } = await client.put('/queueIntegration/' + made.id, { ...given, jsonContent: '', projectName: 'outro-projeto' })
  expect(changed).toMatchObject({ projectName: 'outro-projeto', settings: { projectName: 'outro-projeto' }, secrets: ['jsonContent'] })
  expect((await sul.staff.admin.client.get(`/queueIntegration/${made.id}`)).status).toBe(404)
})

test('a secret is shown to nobody, kept when it is left empty, and forgotten when it is null', async () => {
  const webhook = { type: 'webhook', name: 'Segredos', urlN8N: 'https://programa.exemplo/um' }
  const { body: made, text } = await client.post<{ id: number }>('/queueIntegration', { ...webhook, settings: { token: TOKEN } })
  expect(made).toMatchObject({ settings: { token: '' }, secrets: ['token'] })
  const change = (token: string | null) =>
    client.put(`/queueIntegration/${made.id}`, { ...webhook, name: 'Segredos 2', settings: { token } })
  const kept = await change('')
  expect(kept.body).toMatchObject({ name: 'Segredos 2', secrets: ['token'] })
  expect(text + kept.text).not.toContain(TOKEN)
  expect((await change(null)).body).toMatchObject({ settings: {}, secrets: [] })
})

test('a credential that is none is refused at its field when it is saved and when it is tried', async () => {
  for (const [path, body] of [
    ['/queueIntegration', { ...given, name: 'Outra', jsonContent: '{"type":"authorized_user"}' }],
    ['/queueIntegration/testSession', { ...given, jsonContent: '{"type":"authorized_user"}' }],
  ] as const) {
    const { status, body: said } = await client.post<{ details: object }>(path, body)
    expect([status, said.details]).toEqual([400, { jsonContent: ['serviceAccount'] }])
  }
  const { body } = await client.post<{ details: object }>('/queueIntegration', { ...given, name: 'Outra', projectName: '' })
  expect(body.details).toMatchObject({ projectName: ['Required', 'dialogflowProject'] })
})

test('a token goes to no other host than it was given for, by saving or by trying, and stays where the path alone is another', async () => {
  const heard: (string | null)[] = []
  const hook = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      heard.push(request.headers.get('authorization'))
      return new Response('{}')
    },
  })
  onTestFinished(() => hook.stop(true))
  const webhook = { type: 'webhook', name: 'Programa', urlN8N: 'https://programa.exemplo/um' }
  const { body: made } = await client.post<{ id: number }>('/queueIntegration', { ...webhook, settings: { token: TOKEN } })
  const path = `/queueIntegration/${made.id}`
  const urlN8N = `http://127.0.0.1:${hook.port}/`
  const elsewhere = { type: 'webhook', name: 'Programa', settings: { urlN8N, token: '' } }
  for (const refused of [
    await client.put(path, elsewhere),
    await client.post('/queueIntegration/testSession', { ...elsewhere, id: made.id }),
  ])
    expect(refused).toMatchObject({ status: 400, body: { details: { token: ['Informe a chave de novo: o endereço mudou'] } } })
  expect(heard).toEqual([])
  expect((await client.put(path, { ...webhook, urlN8N: 'https://programa.exemplo/dois' })).body).toMatchObject({ secrets: ['token'] })
  // A client that knows of no token changes the address alone.
  expect((await client.put(path, { ...webhook, urlN8N, settings: { token: '' } })).body).toMatchObject({
    secrets: [],
    settings: { urlN8N },
  })
})
