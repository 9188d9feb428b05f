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
})

/** Posts each message as the network gave it, and says what a JSON answer holds: { text }, { messages: [{ text }] } or a list of them. */
export default definePlugin({
  name: 'webhook',
  title: 'Webhook (n8n)',
  aliases: ['n8n'],
  version: '1.0.0',
  api: 1,
  settings,
  async reply(message, chat, settings, host) {
    const { status, texts } = await post(settings, message.raw, host)
    if (!texts.length) host.log.info('webhook answered without a text', { status })
    for (const text of texts) await chat.say(text)
  },
  async test(settings, host) {
    const { status, texts } = await post(settings, sample(), host)
    return { reply: texts[0], detail: `HTTP ${status}` }
  },
})

async function post({ urlN8N, token }: v.InferOutput<typeof settings>, body: unknown, host: Host) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await host.fetch(urlN8N, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return { status: response.status, texts: textsOf(parsed(await response.text())) }
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
