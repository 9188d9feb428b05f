import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { definePlugin, type Host } from '../src/plugin'
import { type Action, actionsOf, AnswerError, MAX_PARTS } from './kit/answer'
import { follow } from './kit/follow'

/** What is after whsec_ and no base64 would be an empty key, which anybody signs with. */
const isKey = (secret: string) => !secret.startsWith('whsec_') || Buffer.from(secret.slice('whsec_'.length), 'base64').length >= 12

const settings = v.object({
  urlN8N: v.pipe(
    v.string('Required'),
    v.trim(),
    v.nonEmpty('Required'),
    v.maxLength(2000, 'Too Long!'),
    v.url('address'),
    v.regex(/^https?:\/\//, 'address'),
    v.title('Endereço'),
    v.description('Recebe um POST com cada mensagem. A resposta em JSON pode trazer “text” ou “actions”.'),
    v.metadata({
      en: { title: 'Address', description: 'Gets a POST with each message. A JSON answer may hold “text” or “actions”.' },
      es: { title: 'Dirección', description: 'Recibe un POST con cada mensaje. La respuesta en JSON puede traer “text” o “actions”.' },
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
      v.check(secrets => secrets.split(/\s+/).every(isKey), 'Use pelo menos 16 caracteres'),
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

const MAX_ANSWER = 1_000_000
const SAMPLE = 'Olá! Esta é uma mensagem de teste.'

/** Posts each message as the network gave it, and does what the answer asks for: docs/webhook.md. */
export default definePlugin({
  name: 'webhook',
  title: 'Webhook',
  aliases: ['n8n'],
  version: '1.1.0',
  api: 1,
  // The address that is called, and wherever the files are that its answers name.
  hosts: ['*'],
  settings,
  async reply(message, chat, settings, host) {
    const { status, read } = await post(settings, message.id, message.raw, host)
    if (status >= 400 || status < 200) throw new Error(`HTTP ${status}`)
    const actions = read()
    if (!actions.length) host.log.info('webhook answered without a text', { status })
    if (actions.length > MAX_PARTS) host.log.warn('webhook answered with more than is done', { parts: actions.length })
    await follow(actions.slice(0, MAX_PARTS), chat, host)
  },
  async test(settings, host, text = SAMPLE) {
    const { status, raw, read } = await post(settings, 'TEST', sample(text), host)
    const detail = `HTTP ${status}`
    if (status >= 400 || status < 200) return { detail, raw, problem: detail }
    try {
      return { detail, raw, reply: read().find(action => action.type === 'say')?.text }
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error
      return { detail, raw, problem: error.message }
    }
  },
})

type Posted = { status: number; raw: string; read(): Action[] }

async function post(
  { urlN8N, token, signingSecret }: v.InferOutput<typeof settings>,
  id: string,
  told: unknown,
  host: Host,
): Promise<Posted> {
  const body = JSON.stringify(told)
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(signingSecret && signed(signingSecret.split(/\s+/), id, body)),
  }
  const response = await host.fetch(urlN8N, { method: 'POST', headers, body, maxBytes: MAX_ANSWER })
  const raw = await response.text()
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  return { status: response.status, raw, read: () => actionsOf(raw, isJson) }
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

const sample = (text: string) => ({
  key: { remoteJid: '5500900000000@s.whatsapp.net', fromMe: false, id: 'TEST' },
  messageTimestamp: Math.floor(Date.now() / 1000),
  pushName: 'Teste',
  message: { conversation: text },
})
