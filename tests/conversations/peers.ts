import { startAsaas } from '../peers/asaas'
import { startDialogflow } from '../peers/dialogflow'
import { passedTo, startFront } from '../peers/front'
import { startIxc } from '../peers/ixc'
import { startMkauth } from '../peers/mkauth'
import { startN8n } from '../peers/n8n'
import { startOpenai, type ChatRequest } from '../peers/openai'
import { startTypebot, text, textInput } from '../peers/typebot'
import { keepSecrets } from '../secrets'

const KEYS = { ixc: '7:canario-ixc', mkauth: 'canario-mkauth', openai: 'sk-canario-conversas', asaas: '$aact_prod_canario' }
keepSecrets('keys of robots', Object.values(KEYS))

/** What the company's program answers to which words: the same however often it is asked, as a kill may make it. */
const PROGRAM: Record<string, (origin: string) => unknown> = {
  duas: () => ({ messages: [{ text: 'um' }, { text: 'dois' }] }),
  nada: () => ({}),
  pessoa: () => ({ actions: [{ type: 'say', text: 'Um momento' }, { type: 'hand_off' }] }),
  vendas: () => ({
    actions: [
      { type: 'say', text: 'Passo para Vendas' },
      { type: 'transfer', queue: 'Vendas' },
    ],
  }),
  suporte: () => ({
    actions: [
      { type: 'say', text: 'Passo para Suporte' },
      { type: 'transfer', queue: 'Suporte' },
    ],
  }),
  fim: () => ({ actions: [{ type: 'say', text: 'Tchau' }, { type: 'close' }] }),
  arquivo: origin => ({ actions: [{ type: 'media', url: `${origin}/files/precos.txt` }] }),
}

const startProgram = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: { '/broken': new Response('quebrado', { status: 500 }), '/files/:name': () => new Response('500 mega') },
    async fetch(request) {
      const { message } = (await request.json()) as { message: { conversation?: string; extendedTextMessage?: { text: string } } }
      const said = message.conversation ?? message.extendedTextMessage?.text ?? ''
      return Response.json(PROGRAM[said]?.(new URL(request.url).origin) ?? { text: `eco: ${said}` })
    },
  })

const FLOW: Record<string, string[]> = { pessoa: ['Até já', '#{"stopBot":true}'], mudo: [] }
const TOOLS: Record<string, [words: string, tool: string, argument?: object]> = {
  'quero vendas': ['Passo para Vendas.', 'transfer_to_queue', { queue: 'Vendas' }],
  'quero pessoa': ['Um momento.', 'hand_to_person'],
  encerre: ['Tchau!', 'close_conversation'],
}

/** An agent of Dialogflow, by what is said to it. */
const AGENT: Record<string, object> = {
  tchau: { endInteraction: true },
  pessoa: { liveAgentHandoff: true },
  '???': { isFallback: true },
}
const detected = (said: string) => ({ intent: { displayName: 'conversa', ...AGENT[said] }, fulfillmentText: `Entendi: ${said}` })

function think({ messages }: ChatRequest) {
  const { content } = messages.at(-1)!
  if (content === 'marcador') return { content: 'Ação: Transferir para o setor de atendimento. Já chamo.' }
  const [words, name, argument] = TOOLS[content ?? ''] ?? ['Temos 500 mega.']
  return { content: words, ...(name && { calls: [{ name, arguments: argument ?? {} }] }) }
}

/** Everything that companies ask for answers, on loopback, which outlives the product. */
export function startPeers() {
  const program = startProgram()
  const [n8n, typebot, openai, ixc, mkauth] = [
    startN8n(),
    startTypebot('vendas'),
    startOpenai(KEYS.openai),
    startIxc(KEYS.ixc),
    startMkauth('Client_1', KEYS.mkauth),
  ]
  typebot.next = said => ({ messages: (FLOW[said] ?? [`Você disse: ${said}`]).map(one => text(one)), input: textInput })
  openai.answer = think
  const bill = (id: string, day: string, valor: string) => ({
    id,
    valor,
    data_vencimento: day,
    linha_digitavel: '00190.00009 01',
    pix: '00020126pix-ixc',
  })
  const helena = ixc.client({ id: '1', cnpj_cpf: '529.982.247-25', razao: 'Helena Prado' })
  helena.bill(bill('901', '2020-11-10', '99.90'))
  helena.contract({ id: '55', status_internet: 'CA' })
  const bruno = ixc.client({ id: '2', cnpj_cpf: '111.444.777-35', razao: 'Bruno Reis' })
  bruno.bill(bill('902', '2020-10-10', '10.00'))
  bruno.bill(bill('903', '2020-11-10', '99.90'))
  ixc.client({ id: '3', cnpj_cpf: '123.456.789-09', razao: 'Clara Dias' })
  // The next customer is as blocked as the last.
  ixc.instead = path =>
    path === 'desbloqueio_confianca' ? Response.json({ codigo: '100', tipo: 'sucesso', mensagem: 'Desbloqueado' }) : undefined
  const titulo = {
    titulo: '1',
    status: 'vencido',
    datavenc: '2020-11-10 00:00:00',
    valor: '99.90',
    linhadig: '00190.00009 01',
    pix: '00020126pix-mkauth',
  }
  mkauth.people.set('52998224725', { nome: 'Helena Prado', bills: [titulo] })

  const asaas = startAsaas(KEYS.asaas)
  for (const [id, cpfCnpj, name] of [
    ['cus_1', '52998224725', 'Helena Prado'],
    ['cus_2', '11144477735', 'Bruno Reis'],
    ['cus_3', '12345678909', 'Clara Dias'],
  ] as const)
    asaas.customers.set(cpfCnpj, { id, cpfCnpj, name })
  const due = { status: 'OVERDUE', billingType: 'BOLETO', value: 99.9, dueDate: '2020-11-10' }
  asaas.payments.set('901', { ...due, id: '901', customer: 'cus_1' })
  asaas.payments.set('902', { ...due, id: '902', customer: 'cus_2', value: 10, dueDate: '2020-10-10', billingType: 'PIX' })
  asaas.payments.set('903', { ...due, id: '903', customer: 'cus_2' })
  const google = startDialogflow('norte-fibra')
  google.agent = detected
  keepSecrets('keys of robots', [google.credential.private_key as string])
  const ofAsaas = passedTo(`http://${asaas.destination}`)
  const ofGoogle = (name: string) => ({ [name]: passedTo(`http://${google.destination}/${name}`) })
  const front = startFront({
    ...{ 'api.asaas.com': ofAsaas, 'www.asaas.com': ofAsaas },
    ...ofGoogle('oauth2.googleapis.com'),
    ...ofGoogle('dialogflow.googleapis.com'),
  })

  const address = `127.0.0.1:${program.port}`
  return {
    front,
    allowed: [address, n8n.destination, typebot.destination, openai.destination, ixc.destination, mkauth.destination].join(','),
    integrations: {
      program: { type: 'webhook', name: 'Programa', urlN8N: `http://${address}/` },
      agent: {
        ...{ type: 'dialogflow', name: 'Agente', projectName: 'norte-fibra', language: 'pt-BR' },
        jsonContent: JSON.stringify(google.credential),
      },
      n8n: { type: 'n8n', name: 'n8n', urlN8N: `${n8n.url}/webhook/responder` },
      n8nOff: { type: 'n8n', name: 'n8n parado', urlN8N: `${n8n.url}/webhook/nada` },
      broken: { type: 'webhook', name: 'Quebrado', urlN8N: `http://${address}/broken` },
      flow: {
        ...{ type: 'typebot', name: 'Fluxo', urlN8N: typebot.url, typebotSlug: 'vendas', typebotExpires: 60, typebotDelayMessage: 1 },
        ...{
          typebotKeywordFinish: 'sair',
          typebotKeywordRestart: 'recomeçar',
          typebotRestartMessage: 'De novo',
          typebotUnknownMessage: 'Não entendi.',
        },
      },
    },
    prompt: {
      ...{ name: 'Assistente', prompt: 'Você atende os clientes de um provedor de internet. Responda em frases curtas.' },
      ...{ apiKey: KEYS.openai, baseUrl: openai.baseUrl, model: 'gpt-4.1-mini' },
    },
    /** What a company's settings stand for that a table can not know. */
    settings: {
      ...{ ipixc: ixc.address, tokenixc: KEYS.ixc },
      ...{ ipmkauth: mkauth.address, clientidmkauth: 'Client_1', clientsecretmkauth: KEYS.mkauth },
      asaas: KEYS.asaas,
    } as Record<string, string>,
    stop: () => Promise.all([program, n8n, typebot, openai, ixc, mkauth, asaas, google, front].map(peer => peer.stop(true))),
  }
}
/** Of these a company's robots ask their answers; `settings` stand for what a table can not know. */
export type Asked = { integrations: Record<string, object>; prompt: object; settings: Record<string, string> }
