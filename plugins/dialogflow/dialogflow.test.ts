import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startDialogflow } from '../../tests/peers/dialogflow'
import { talkWith } from '../../tests/plugin-talk'
import { keepSecrets } from '../../tests/secrets'

const google = startDialogflow('norte-fibra')
const { credential } = google
keepSecrets('key of a service account', [credential.private_key as string])
afterAll(() => google.stop())
const KEY = credential.private_key as string
const jsonContent = JSON.stringify(credential)
const { says, tries, issues, kept } = await talkWith('dialogflow', {
  // Google's names lead here, as a resolver would have it.
  resolve: ({ host, pathname }) =>
    host.endsWith('.googleapis.com') ? `http://${google.destination}/${host}${pathname}` : `http://${host}${pathname}`,
  allowed: [google.destination],
  settings: { projectName: 'norte-fibra', language: 'pt-BR', jsonContent },
})
beforeEach(() => google.reset())

const intent = { displayName: 'conversa' }
const text = (...texts: string[]) => ({ text: { text: texts } })

test('an agent answers in one session a conversation, and knows who writes', async () => {
  expect(await says('Oi')).toEqual(['say Você disse: Oi'])
  expect(await says('Quero a segunda via')).toEqual(['say Você disse: Quero a segunda via'])
  const [first, second] = google.asked
  expect(second!.session).toBe(first!.session)
  expect(first).toMatchObject({
    language: 'pt-BR',
    customer: { source: 'WHATSAPP', name: 'Helena Prado', number: '5511987654321', ticketId: 1 },
  })
  kept.memory = undefined
  await says('De novo', { language: 'es' })
  expect(google.asked[2]!.session).not.toBe(first!.session)
  expect(google.asked[2]!.language).toBe('es')
})

test('a message that is answered once more after a stop is heard by the agent once, and missed once', async () => {
  google.agent = said => ({
    intent: { ...intent, isFallback: true },
    fulfillmentText: `Não entendi ${google.asked.length}: ${said}`,
  })
  const said = ['say Não entendi 1: Oi']
  expect(await says('Oi', { maxMisses: 2 }, { id: 'IN-STOP' })).toEqual(said)
  expect(await says('Oi', { maxMisses: 2 }, { id: 'IN-STOP' })).toEqual(said)
  expect(google.asked).toHaveLength(1)
})

test('a token is asked for once while it is valid, and anew when it is not', async () => {
  const other = JSON.stringify({ ...credential, private_key: `${KEY}\n`, token_uri: undefined })
  google.expiresIn = 1
  const before = google.grants
  await says('Um', { jsonContent: other })
  await says('Dois', { jsonContent: other })
  expect(google.grants).toBe(before + 2)
  google.expiresIn = 3599
  await says('Três', { jsonContent: other })
  await says('Quatro', { jsonContent: other })
  expect(google.grants).toBe(before + 3)
})

test('a long message is cut to what an agent takes, a file’s words are read, and one without words goes to a person', async () => {
  await says('a'.repeat(300))
  expect(google.asked[0]!.text).toHaveLength(256)
  const picture = { mimetype: 'image/png', fileName: 'conta.png', caption: null, read: async () => null }
  expect(await says('conta.png', {}, { media: picture })).toEqual(['handOff'])
  expect(google.asked).toHaveLength(1)
  await says('Esta conta', {}, { media: { ...picture, caption: 'Esta conta' } })
  expect(google.asked[1]!.text).toBe('Esta conta')
})

test('an agent of a region is asked there', async () => {
  expect(await says('Oi', { region: 'southamerica-east1' })).toEqual(['say Você disse: Oi'])
  expect(google.asked[0]!.region).toBe('southamerica-east1')
})

test('rich messages are said as WhatsApp shows them, and those of other platforms are not', async () => {
  google.agent = () => ({
    intent,
    fulfillmentMessages: [
      text('Temos planos:', 'nunca dito'),
      { ...text('só no Telegram'), platform: 'TELEGRAM' },
      { quickReplies: { title: 'Qual?', quickReplies: ['Fibra', 'Rádio'] } },
      { image: { imageUri: `http://${google.destination}/files/plano.png`, accessibilityText: 'Plano' } },
      { card: { title: 'Fibra 500', subtitle: 'R$ 99', buttons: [{ text: 'Contratar' }] } },
      { payload: { qualquer: 'coisa' } },
    ],
  })
  expect(await says('Planos')).toEqual([
    'say Temos planos:',
    'say Qual?\n▶️ Fibra\n▶️ Rádio',
    'sendMedia image/png plano.png Plano',
    'say Fibra 500\nR$ 99\n▶️ Contratar',
  ])
})

test('a payload moves the conversation, and one that is wrong says where', async () => {
  kept.queues = [{ id: 3, name: 'Vendas' }]
  const moving = (actions: unknown) => {
    google.agent = () => ({ intent, fulfillmentMessages: [text('Passo para vendas'), { payload: { actions } }] })
  }
  moving([{ type: 'transfer', queue: 'vendas' }])
  expect(await says('Comprar')).toEqual(['say Passo para vendas', 'transfer 3'])
  moving([{ type: 'transfer' }])
  expect(await says('Comprar')).toEqual(['failed: ERR_ANSWER_INVALID: actions.0.queue'])
})

test('the end of a conversation closes the ticket, or leaves it to a person', async () => {
  const bye = { fulfillmentMessages: [text('Até logo')] }
  google.agent = () => ({ ...bye, intent: { ...intent, endInteraction: true } })
  expect(await says('Tchau')).toEqual(['say Até logo', 'close'])
  google.agent = () => ({ ...bye, intent, diagnosticInfo: { end_conversation: true } })
  expect(await says('Tchau', { closesAtEnd: false })).toEqual(['say Até logo', 'handOff'])
  google.agent = () => ({ ...bye, intent: { ...intent, liveAgentHandoff: true } })
  expect(await says('Atendente')).toEqual(['say Até logo', 'handOff'])
})

test('who is not understood often enough in a row gets a person', async () => {
  const lost = () => ({ intent: { displayName: 'Default Fallback Intent', isFallback: true }, fulfillmentText: 'Não entendi' })
  google.agent = lost
  expect(await says('asdf')).toEqual(['say Não entendi'])
  google.agent = () => ({ intent, fulfillmentText: 'Ah!' })
  await says('Oi')
  google.agent = lost
  expect(await says('qwer')).toEqual(['say Não entendi'])
  expect(await says('zxcv')).toEqual(['say Não entendi', 'handOff'])
  expect(await says('zxcv', { queueId: 5 })).toEqual(['say Não entendi', 'handOff 5'])
})

test('what Google refuses is a reason, and never what it said', async () => {
  const other = startDialogflow('outro')
  await other.stop()
  const stranger = JSON.stringify({ ...credential, private_key: other.credential.private_key })
  expect(await says('Oi', { jsonContent: stranger })).toEqual(['failed: ERR_DIALOGFLOW_KEY'])
  expect(await says('Oi', { projectName: 'outro-projeto' })).toEqual(['failed: ERR_DIALOGFLOW_PROJECT'])
  google.agent = () => new Response('segredo', { status: 503 })
  expect(await says('Oi')).toEqual(['failed: ERR_DIALOGFLOW_BUSY'])
  google.agent = () => new Response('segredo', { status: 403 })
  expect(await says('Oi')).toEqual(['failed: ERR_DIALOGFLOW_KEY'])
  google.agent = () => Response.json({ queryResult: 7 })
  expect(await says('Oi')).toEqual(['failed: ERR_DIALOGFLOW_ANSWER'])
  expect(kept.logs).not.toContain('segredo')
})

test('a test says what was understood, how surely, and what would be said', async () => {
  google.agent = () => ({
    intent: { displayName: 'sem_internet' },
    intentDetectionConfidence: 0.92,
    fulfillmentText: 'Que chato!',
    parameters: { servico: 'internet' },
  })
  const tried = (await tries({}, 'minha internet caiu'))!
  expect(tried).toMatchObject({ reply: 'Que chato!', detail: 'sem_internet, 92%' })
  expect(JSON.parse(tried.raw!)).toMatchObject({ parameters: { servico: 'internet' } })
  expect(google.asked[0]!.text).toBe('minha internet caiu')
})

const WRONG: [given: object, issues: object][] = [
  [{ jsonContent: '{' }, { jsonContent: ['serviceAccount'] }],
  [{ jsonContent: '{"type":"authorized_user"}' }, { jsonContent: ['serviceAccount'] }],
  [{ jsonContent: JSON.stringify({ ...credential, token_uri: 'https://atacante.exemplo/token' }) }, { jsonContent: ['serviceAccount'] }],
  [{ jsonContent: JSON.stringify({ ...credential, private_key: KEY.slice(0, 200) }) }, { jsonContent: ['serviceAccountKey'] }],
  [{ jsonContent: '' }, { jsonContent: ['Required', 'serviceAccount'] }],
  [{ projectName: '../outro' }, { projectName: ['dialogflowProject'] }],
  [{ language: 'fr' }, { language: ['Required'] }],
  [{ region: 'evil.example/' }, { region: ['dialogflowRegion'] }],
]
for (const [given, found] of WRONG)
  test(`settings with ${JSON.stringify(given).slice(0, 40)} say at the field what is wrong`, async () => {
    expect(await issues(given)).toEqual(found as never)
  })
