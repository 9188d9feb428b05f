import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { found } from '../conversations/town'
import { doorbell, walker, type Walker } from '../conversations/walk'
import { queueMenu } from '../conversations/world'
import { openConnected, type Connected } from '../crash/connected'
import { startFront } from '../peers/front'
import { keepSecrets } from '../secrets'
import { until } from '../until'
import { FAULTS, WORDS_OF_A_PEER, type Fault } from './peers'

// Every peer that answers for a company, with every fault, in the compiled program and all at once: a company for each fault, which offers
// a queue for each peer. What the customer hears, who has them then, and what the administrator reads stand in one table.
keepSecrets('words of a peer', [WORDS_OF_A_PEER])
const NAMES = Object.keys(FAULTS) as Fault[]
const PEERS = ['webhook', 'n8n', 'typebot', 'openai', 'dialogflow', 'ixc', 'mkauth', 'asaas'] as const
type Peer = (typeof PEERS)[number] | 'event webhook'
const BILLING = new Set<Peer>(['ixc', 'mkauth', 'asaas'])
const PATIENCE_MS = 90_000

// A fault has an address, a service account and a key of its own, by which it is known to who is asked.
const servers = NAMES.map(name => Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 255, fetch: () => FAULTS[name]() }))
const addressOf = (at: number) => `127.0.0.1:${servers[at]!.port}`
const answer = (at: string | undefined) => FAULTS[NAMES[Number(at)]!]()
const KEY = '$aact_prod_'
const front = startFront({
  async 'oauth2.googleapis.com'(request) {
    const assertion = new URLSearchParams(await request.text()).get('assertion')!
    const { iss } = JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString()) as { iss: string }
    return Response.json({ access_token: iss.split('@')[0], expires_in: 3599, token_type: 'Bearer' })
  },
  'dialogflow.googleapis.com': request => answer(request.headers.get('authorization')?.replace('Bearer ', '')),
  'api.asaas.com': request => answer(request.headers.get('access_token')?.slice(KEY.length)),
})
const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

const peersOf = (at: number) => {
  const url = `http://${addressOf(at)}`
  const typebot = { typebotSlug: 'vendas', typebotExpires: 60, typebotDelayMessage: 1 }
  const service = { type: 'service_account', client_email: `${at}@norte.iam.gserviceaccount.com`, private_key }
  return {
    integrations: {
      webhook: { type: 'webhook', name: 'webhook', urlN8N: url },
      n8n: { type: 'n8n', name: 'n8n', urlN8N: url },
      typebot: { type: 'typebot', name: 'typebot', urlN8N: url, ...typebot },
      dialogflow: {
        type: 'dialogflow',
        name: 'dialogflow',
        projectName: 'norte-fibra',
        language: 'pt-BR',
        jsonContent: JSON.stringify(service),
      },
      ...Object.fromEntries([...BILLING].map(type => [type, { type, name: type }])),
    },
    prompt: {
      name: 'openai',
      prompt: 'Você atende os clientes de um provedor de internet.',
      apiKey: 'sk-canario-das-falhas',
      baseUrl: `${url}/v1`,
      model: 'gpt-4.1-mini',
    },
    settings: {},
  }
}
const settingsOf = (at: number) => ({
  ...{ ipixc: `http://${addressOf(at)}`, tokenixc: '7:canario-das-falhas' },
  ...{ ipmkauth: `http://${addressOf(at)}`, clientidmkauth: 'Client_1', clientsecretmkauth: 'canario-das-falhas' },
  asaas: `${KEY}${at}`,
})

const TEXTS = {
  menu: queueMenu('Olá!', ...PEERS),
  ask: 'Digite o *CPF* ou *CNPJ* do titular.\n\n*[ 0 ]* - Voltar\n*[ # ]* - Voltar ao Menu Principal\nPara falar com uma pessoa, escreva *atendente*.',
  sorry: 'Não consegui consultar o sistema de cobrança agora. Uma pessoa vai atender você.',
}
const talkWith = (peer: Peer, at: number) => `oi → menu | ${at + 1}${BILLING.has(peer) ? ' → ask | 529.982.247-25 → sorry' : ''}`

let shop: Connected
const walkers: { peer: Peer; fault: Fault; walker: Walker }[] = []
const places: { fault: Fault; place: Walker['place']; hook: number }[] = []

beforeAll(async () => {
  const env = { OUTBOUND_ALLOW: NAMES.map((_, at) => addressOf(at)).join(), OUTBOUND_HOSTS: front.hosts }
  shop = await openConnected({ accounts: [], env, trusted: front.certificate })
  const all = { users: 10, connections: 10, queues: 100 }
  const { id: planId } = await shop.client.post<{ id: number }>('/plans', { name: 'Tudo', ...all, useIntegrations: true, useOpenAi: true })
  const rings = doorbell(shop)
  const founded = NAMES.map(async (fault, n) => {
    const queues = PEERS.map(name => ({ name, robot: name === 'openai' ? 'model' : name }))
    const connection = { greetingMessage: 'Olá!' }
    const world = { about: fault, company: settingsOf(n), connection, queues, texts: TEXTS, rows: [] }
    const place = await found(shop, peersOf(n), planId, world, n)
    const told = { name: 'ERP', url: `http://${addressOf(n)}/`, secret: 'canario-do-aviso-das-falhas' }
    places.push({ fault, place, hook: (await place.client.post<{ id: number }>('/event-webhooks', told)).id })
    for (const [at, peer] of PEERS.entries()) {
      const phone = `55219${n}${String(at).padStart(7, '0')}`
      walkers.push({ peer, fault, walker: walker(shop, place, [peer, talkWith(peer, at), ''], phone, true, rings) })
    }
  })
  await Promise.all(founded)
  await Promise.all(walkers.map(({ walker }) => walker.upTo()))
  const db = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
  const turns = async () => (await db.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length
  await until(async () => (await turns()) === 0, PATIENCE_MS, 'every robot has answered or failed')
  db.close()
}, 300_000)
afterAll(async () => {
  await shop.close()
  await Promise.all([...servers, front].map(server => server.stop(true)))
})

/** What the administrator reads, by who was asked: the program of a company, Typebot, the AI, Dialogflow, a billing system, an event webhook. */
const timeout = 'ERR_OUTBOUND_TIMEOUT'
const [redirect, undeclared, unreachable, large] = [
  'ERR_OUTBOUND_REDIRECT',
  'ERR_OUTBOUND_UNDECLARED',
  'ERR_OUTBOUND_UNREACHABLE',
  'ERR_OUTBOUND_TOO_LARGE',
]
const nonsense = ['HTTP 200, no answer of Typebot', 'ERR_AI_ANSWER', 'ERR_DIALOGFLOW_ANSWER', 'ERR_BILLING_ANSWER', null] as const
type Reason = string | null
const REASONS: Record<
  Fault,
  readonly [program: Reason, typebot: Reason, openai: Reason, dialogflow: Reason, billing: Reason, event: Reason]
> = {
  hangs: [timeout, timeout, 'ERR_OUT_OF_TIME', timeout, timeout, timeout],
  'never ends': [timeout, timeout, 'ERR_OUT_OF_TIME', timeout, timeout, timeout],
  breaks: ['HTTP 500', 'HTTP 500', 'ERR_AI_BUSY', 'ERR_DIALOGFLOW_BUSY', 'ERR_BILLING_BUSY', 'HTTP 500'],
  'is no JSON': ['ERR_ANSWER_NOT_JSON', ...nonsense],
  'is another JSON': ['ERR_ANSWER_INVALID: actions', ...nonsense],
  // A program that answers later says so by words of its own; it has the conversation.
  'is a page': [null, ...nonsense],
  'is too large': [large, large, 'ERR_AI_ANSWER', large, large, large],
  'unpacks without end': [large, large, 'ERR_AI_ANSWER', large, large, large],
  // To a program of a company lists of nothing are nothing to say.
  'is lists without end': [null, nonsense[0], nonsense[1], nonsense[2], nonsense[3], large],
  'comes in drops': [timeout, timeout, 'ERR_OUT_OF_TIME', timeout, timeout, timeout],
  'leads elsewhere': [redirect, redirect, redirect, redirect, redirect, redirect],
  'breaks off': [unreachable, unreachable, unreachable, unreachable, unreachable, unreachable],
}
/** What is asked by GET may be led to where the plugin may call. */
const isLed = (peer: Peer, fault: Fault) => fault === 'leads elsewhere' && (peer === 'mkauth' || peer === 'asaas')
const COLUMNS: Record<Peer, number> = {
  ...{ webhook: 0, n8n: 0, typebot: 1, openai: 2, dialogflow: 3 },
  ...{ ixc: 4, mkauth: 4, asaas: 4, 'event webhook': 5 },
}
const reasonOf = (peer: Peer, fault: Fault) => (isLed(peer, fault) ? undeclared : REASONS[fault][COLUMNS[peer]]!)

test('whatever a peer answers, the administrator reads why, and nothing of what it said', async () => {
  type Row = { name: string; lastError: Reason }
  for (const { fault, place, hook } of places) {
    const { client } = place
    const { queueIntegrations } = await client.ask<{ queueIntegrations: Row[] }>('/queueIntegration')
    const { prompts } = await client.ask<{ prompts: Row[] }>('/prompt')
    const event = () => client.ask<Row>(`/event-webhooks/${hook}`)
    const log = () => client.ask<{ deliveries: { outcome: Reason }[] }>(`/event-webhooks/${hook}/deliveries`)
    const isTold = async () => (await event()).lastError !== null || (await log()).deliveries.some(({ outcome }) => outcome)
    await until(isTold, PATIENCE_MS, `${fault}: an event was told`)
    const { lastError } = await event()
    const rows = [...queueIntegrations, ...prompts, { name: 'event webhook', lastError }]
    const read = ([...PEERS, 'event webhook'] as const).map(peer => [peer, rows.find(({ name }) => name === peer)?.lastError])
    expect([fault, ...read]).toEqual([fault, ...read.map(([peer]) => [peer, reasonOf(peer as Peer, fault)])])
  }
  expect(shop.product.output().join('\n')).not.toContain(WORDS_OF_A_PEER)
})

test('no customer is left: a person has them, with the reason on the ticket and an apology where one is due; nobody hears a peer’s nonsense', async () => {
  const ends = await Promise.all(
    walkers.map(async ({ peer, fault, walker }) => {
      const { id } = (await walker.place.client.newestOf(walker.number))!
      type Shown = { status: string; queue: { name: string }; bot: { holder: string; reason: string } }
      const { status, queue, bot } = await walker.place.client.ask<Shown>(`/tickets/${id}`)
      return [`${peer} ${fault}: ${status} ${queue.name} ${bot.holder} ${bot.reason}`, ...walker.heard()].join(' · ')
    }),
  )
  const due = walkers.map(({ peer, fault, walker }) => {
    const who = reasonOf(peer, fault) === null ? 'integration integration' : 'nobody robot_failed'
    return [`${peer} ${fault}: pending ${peer === 'openai' ? 'Pessoas da IA' : peer} ${who}`, ...walker.expected()].join(' · ')
  })
  expect(ends).toEqual(due)
})
