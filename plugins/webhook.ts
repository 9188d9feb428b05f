import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { definePlugin, type Host } from '../src/plugin'

const settings = v.object({
  urlN8N: v.pipe(
    v.string('Required'),
    v.trim(),
    v.nonEmpty('Required'),
    v.maxLength(2000, 'Too Long!'),
    v.url('address'),
    v.regex(/^https?:\/\//, 'address'),
    v.title('Endereço'),
    v.description('Recebe um POST com cada mensagem. Uma resposta em JSON com “text” é enviada ao cliente.'),
    v.metadata({
      en: { title: 'Address', description: 'Gets a POST with each message. A JSON answer with “text” is sent to the customer.' },
      es: { title: 'Dirección', description: 'Recibe un POST con cada mensaje. Una respuesta en JSON con “text” se envía al cliente.' },
    }),
  ),
  token: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(1000, 'Too Long!'),
      v.regex(/^[\x21-\x7e]*$/, 'token'),
      v.title('Token'),
      v.description('Vai no cabeçalho Authorization, como Bearer.'),
      v.metadata({
        secret: true,
        en: { title: 'Token', description: 'Goes into the Authorization header, as Bearer.' },
        es: { title: 'Token', description: 'Va en el encabezado Authorization, como Bearer.' },
      }),
    ),
    '',
  ),
  signingSecret: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(1000, 'Too Long!'),
      v.title('Segredo de assinatura'),
      v.description('Assina cada chamada como “Standard Webhooks”. Enquanto o troca, escreva o novo e o antigo, com um espaço entre eles.'),
      v.metadata({
        secret: true,
        en: {
          title: 'Signing secret',
          description:
            'Signs each call as “Standard Webhooks” do. While you change it, write the new and the old one with a space between.',
        },
        es: {
          title: 'Secreto de firma',
          description:
            'Firma cada llamada como “Standard Webhooks”. Mientras lo cambia, escriba el nuevo y el antiguo con un espacio entre ellos.',
        },
      }),
    ),
    '',
  ),
})

/** Limits of one answer: who is written to reads no more, and nobody waits for it to be read. */
const MAX_TEXTS = 20
const MAX_ANSWER = 1_000_000

/** Posts each message as the network gave it, and says what a JSON answer holds: { text }, { messages: [{ text }] } or a list of them; 20 texts at most. */
export default definePlugin({
  name: 'webhook',
  title: 'Webhook (n8n)',
  aliases: ['n8n'],
  version: '1.0.0',
  api: 1,
  settings,
  async reply(message, chat, settings, host) {
    const { status, texts } = await post(settings, message.id, message.raw, host)
    if (!texts.length) host.log.info('webhook answered without a text', { status })
    if (texts.length > MAX_TEXTS) host.log.warn('webhook answered with more texts than are said', { texts: texts.length })
    for (const text of texts.slice(0, MAX_TEXTS)) await chat.say(text)
  },
  async test(settings, host) {
    const { status, texts } = await post(settings, 'TEST', sample(), host)
    return { reply: texts[0], detail: `HTTP ${status}` }
  },
})

async function post({ urlN8N, token, signingSecret }: v.InferOutput<typeof settings>, id: string, told: unknown, host: Host) {
  const body = JSON.stringify(told)
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(signingSecret && signed(signingSecret.split(/\s+/), id, body)),
  }
  const response = await host.fetch(urlN8N, { method: 'POST', headers, body, maxBytes: MAX_ANSWER })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return { status: response.status, texts: textsOf(parsed(await response.text())) }
}

/** The headers of standardwebhooks.com, a signature for each secret: who checks the time tells a call that is sent again later. */
function signed(secrets: string[], id: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signatures = secrets.map(secret => {
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textsOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(part => (typeof part === 'string' ? spoken(part) : textsOf(part)))
  if (!answer || typeof answer !== 'object') return []
  const { text, messages } = answer as { text?: unknown; messages?: unknown }
  return [...(typeof text === 'string' ? spoken(text) : []), ...(Array.isArray(messages) ? textsOf(messages) : [])]
}
const spoken = (text: string) => (text.trim() ? [text] : [])

const sample = () => ({
  key: { remoteJid: '5500900000000@s.whatsapp.net', fromMe: false, id: 'TEST' },
  messageTimestamp: Math.floor(Date.now() / 1000),
  pushName: 'Teste',
  message: { conversation: 'Olá! Esta é uma mensagem de teste.' },
})
