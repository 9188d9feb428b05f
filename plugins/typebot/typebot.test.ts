import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { FIELD_DEFAULTS } from '../../src/modules/integrations/body'
import { bubble, choice, failure, fileInput, openInput, text, textInput } from '../../tests/peers/typebot'
import { deliver } from './delivery'
import { settings } from './settings'
import { openTypebot } from './typebot.fixture'

const { typebot, plugin, kept, waits, chat: nobody, host, says, tries } = await openTypebot()
const never = () => new Promise<Response>(() => {})
/** What the flow says next, and again after that. */
const flow = (messages: unknown[], input?: unknown) => (typebot.first = typebot.next = () => ({ messages, input }))

test('its fields are those that clients know, with their presets, and the form has them in three languages', () => {
  const { properties, required } = plugin.form
  const { jsonContent: _, language: __, ...known } = FIELD_DEFAULTS
  expect(v.parse(settings, { urlN8N: 'https://typebot.io', typebotSlug: 'vendas' })).toEqual({
    ...known,
    urlN8N: 'https://typebot.io',
    typebotSlug: 'vendas',
  })
  expect(required).toEqual(['urlN8N', 'typebotSlug'])
  for (const field of Object.values(properties)) expect(field).toMatchObject({ title: expect.any(String), en: {}, es: {} })
})

test('a session is started with who writes, and goes on with the next message', async () => {
  expect(await says('Bom dia')).toEqual(['say Olá! Sou o fluxo.'])
  expect(await says('Quero internet')).toEqual(['say Você disse: Quero internet'])
  expect(typebot.started).toEqual([
    {
      isStreamEnabled: false,
      isOnlyRegistering: false,
      message: 'Bom dia',
      prefilledVariables: { number: '5511987654321', pushName: 'Helena Prado' },
    },
  ])
  expect(typebot.continued).toEqual([['sessão/1', 'Quero internet']])
})

test('a session that is too old, or that Typebot no longer knows, is followed by a new one of the same result', async () => {
  await says('Oi')
  const ago = (minutes: number) => Object.assign(kept.memory!, { at: Date.now() - minutes * 60_000 })
  ago(59)
  expect(await says('Ainda')).toEqual(['say Você disse: Ainda'])
  ago(61)
  expect(await says('Voltei')).toEqual(['say Olá! Sou o fluxo.'])
  ago(61)
  expect(await says('Sem prazo', { typebotExpires: 0 })).toEqual(['say Você disse: Sem prazo'])
  typebot.sessions.clear()
  expect(await says('De novo')).toEqual(['say Olá! Sou o fluxo.'])
  typebot.next = () => failure(400, 'Session expired. You need to start a new session.')
  expect(await says('E de novo')).toEqual(['say Olá! Sou o fluxo.'])
  expect(typebot.started.map(({ message, resultId }) => [message, resultId])).toEqual([
    ['Oi', undefined],
    ['Voltei', 'r1'],
    ['De novo', 'r2'],
    ['E de novo', 'r3'],
  ])
})

test('a message that is asked for once more gets the same answer, and the flow goes on once', async () => {
  await says('Oi', {}, { id: 'A' })
  typebot.next = () => ({ messages: [text(`Resposta ${typebot.continued.length}`)], input: choice('Sim') })
  const answer = ['say Resposta 1', 'say ▶️ Sim']
  expect(await says('Helena', {}, { id: 'B' })).toEqual(answer)
  expect(await says('Helena', {}, { id: 'B' })).toEqual(answer)
  expect(await says('1', {}, { id: 'C' })).toEqual(['say Resposta 2', 'say ▶️ Sim'])
  expect(typebot.continued.map(([, message]) => message)).toEqual(['Helena', 'Sim'])
})

test('a session is of one flow, and another flow has its own', async () => {
  await says('Oi')
  expect(await says('Oi', { urlN8N: typebot.url })).toEqual(['say Olá! Sou o fluxo.'])
  expect(typebot.started.map(({ resultId }) => resultId)).toEqual([undefined, undefined])
})

test('a flow that begins with an input without a word gets the message at once', async () => {
  typebot.first = () => ({ messages: [], input: textInput })
  expect(await says('Oi')).toEqual(['say Você disse: Oi'])
  expect(typebot.continued).toEqual([['sessão/1', 'Oi']])
})

test('rich text is written as WhatsApp writes it, and what is not known keeps its text', async () => {
  const leaf = (words: string, ...marks: string[]) => ({ text: words, ...Object.fromEntries(marks.map(mark => [mark, true])) })
  const p = (...children: object[]) => ({ type: 'p', children })
  const link = { type: 'a', url: 'https://exemplo.com', children: [leaf('site')] }
  const variable = { type: 'inline-variable', children: [p(leaf('Helena')), p(leaf('Prado'))] }
  flow([
    text(
      p(leaf('Olá '), variable, leaf('!')),
      p(leaf('')),
      p(leaf('forte ', 'bold'), leaf('fino', 'italic'), leaf(' '), leaf('riscado', 'underline'), leaf(' tudo', 'bold', 'italic')),
      p(leaf('duas\nlinhas', 'bold')),
      p(leaf('No '), link, leaf('.')),
      { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [leaf('um')] }] }] },
      { type: 'ol', children: ['a', 'b'].map(words => ({ type: 'li', children: [leaf(words)] })) },
      { type: 'marquee', children: [leaf('desconhecido')] },
    ),
    text({ type: 'p', children: 'nada' }, { nonsense: true }),
    bubble('hologram', { size: 3 }),
  ])
  expect(await says('Oi')).toEqual([
    [
      'say Olá Helena\nPrado!',
      '',
      '*forte* _fino_ ~riscado~ *_tudo_*',
      '*duas*\n*linhas*',
      'No [site](https://exemplo.com).',
      '- um',
      '1. a\n2. b',
      'desconhecido',
    ].join('\n'),
  ])
})

test('choices are lines, and are made by words or by number, several with commas', async () => {
  typebot.first = () => ({ messages: [text('Onde?')], input: choice('São Paulo', 'Rio', '2') })
  expect(await says('Oi')).toEqual(['say Onde?', 'say ▶️ São Paulo\n▶️ Rio\n▶️ 2'])
  typebot.next = () => ({ messages: [text('Onde?')], input: choice('São Paulo', 'Rio', '2') })
  for (const words of ['1', ' sao paulo ', '2', '3', '1, rio', '4', '0', 'Rio, não']) await says(words)
  expect(typebot.continued.map(([, message]) => message)).toEqual([
    'São Paulo',
    'São Paulo',
    '2',
    '2',
    'São Paulo, Rio',
    '4',
    '0',
    'Rio, não',
  ])
  typebot.next = said => ({ messages: [text(said)] })
  await says('Rio')
  expect(await says('1')).toEqual(['say 1'])
})

test('files are sent as what they are; what is none, fails or is refused goes as a link', async () => {
  const files: Record<string, () => Response | Promise<Response>> = {
    'foto 1.png': () => new Response('imagem', { headers: { 'content-type': 'image/png; x=1' } }),
    'nota.mp3': () => new Response(new Uint8Array([1, 2])),
    pagina: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    grande: () => new Response(new Uint8Array(10_000_001)),
    vazio: () => new Response(''),
    'video.mp4': () => failure(503, 'down'),
  }
  typebot.file = name => files[name]!()
  const url = (name: string) => `${typebot.url}/files/${name}`
  const names = ['foto%201.png', 'nota.mp3', 'pagina', 'grande', 'vazio', 'video.mp4']
  const private_ = 'http://192.168.0.1/segredo.png'
  flow([...[...names.map(url), private_, 'blob:x'].map(address => bubble('image', { url: address }))])
  expect(await says('Oi')).toEqual([
    'sendMedia image/png foto 1.png',
    'sendMedia audio/mpeg nota.mp3',
    ...[...names.slice(2).map(url), private_, 'blob:x'].map(address => `say ${address}`),
  ])
  expect(Buffer.from(kept.files[0]!.data).toString()).toBe('imagem')
  kept.refuses = 'sendMedia'
  flow([bubble('audio', { url: url('nota.mp3') })])
  expect(await says('Oi')).toEqual([`say ${url('nota.mp3')}`])
})

test.each([
  ['#{"stopBot":true}', 'handOff'],
  ['#{"queueId":3}', 'transfer 3'],
  ['#{"queueId":3,"userId":9}', 'transfer 3 9'],
])('%s leaves the flow, and ends its session', async (command, event) => {
  flow([text('Um momento'), text(command), text('não dito')], choice('nem isto'))
  expect(await says('Oi')).toEqual(['say Um momento', event])
  expect(kept.memory).toBeUndefined()
})

test('what only looks like a command is said', async () => {
  const texts = ['#{"stopBot":true', '# promoção', '#1', '#{"stopBot":false}', '#{"queueId":"x"}', '#{"queueId":-1}', '#null']
  flow(texts.map(one => text(one)))
  expect(await says('Oi')).toEqual(texts.map(one => `say ${one}`))
})

test('keywords start the flow again, and close the conversation', async () => {
  const words = { typebotKeywordRestart: 'Início', typebotKeywordFinish: 'sair', typebotRestartMessage: 'Vamos de novo.' }
  await says('Oi', words)
  expect(await says(' inicio ', words)).toEqual(['say Vamos de novo.'])
  expect(await says('Oi', words)).toEqual(['say Olá! Sou o fluxo.'])
  expect(typebot.started).toHaveLength(2)
  expect(typebot.started[1]!.resultId).toBeUndefined()
  expect(await says('SAIR', words)).toEqual(['close'])
  expect(kept.memory).toBeUndefined()
  expect(typebot.continued).toEqual([])
})

test('what the flow did not understand, or left unanswered, is told in the words of the company', async () => {
  const typebotUnknownMessage = 'Não entendi.'
  flow([text('Invalid message. Please, try again.'), text('Qual é o CPF?')])
  expect(await says('Oi')).toEqual(['say Invalid message. Please, try again.', 'say Qual é o CPF?'])
  expect(await says('Oi', { typebotUnknownMessage })).toEqual(['say Não entendi.', 'say Qual é o CPF?'])
  flow([])
  expect(await says('Oi', { typebotUnknownMessage })).toEqual(['say Não entendi.'])
  expect(await says('Oi')).toEqual([])
})

test('a file of the customer is told by its text, or its name', async () => {
  const media = { mimetype: 'image/png', fileName: 'foto.png', caption: null, read: async () => null }
  await says('Minha casa', {}, { media })
  await says('', {}, { media })
  expect([typebot.started[0]!.message, typebot.continued[0]![1]]).toEqual(['Minha casa', 'foto.png'])
})

test('a flow that waits for a file is given the address of the customer’s, in its own storage; without one it is told the name', async () => {
  const bytes = new TextEncoder().encode('comprovante')
  const media = { mimetype: 'application/pdf', fileName: 'pix.pdf', caption: null, read: async () => bytes }
  typebot.next = said => ({ messages: [text(`Você disse: ${said}`)], input: fileInput })
  await says('oi')
  await says('vou mandar')
  const told = async () => {
    await says('pix.pdf', {}, { media })
    return typebot.continued.at(-1)![1]
  }
  expect(await told()).toBe('pix.pdf')
  typebot.storage = new Map()
  expect(await told()).toBe(`${typebot.url}/bucket/public/pix.pdf`)
  const file = typebot.storage.get('public/pix.pdf')!
  expect([await file.text(), file.type]).toEqual(['comprovante', 'application/pdf'])
  expect(await says('sem arquivo')).toEqual(['say Você disse: sem arquivo'])
  typebot.next = said => ({ messages: [text(`Você disse: ${said}`)], input: textInput })
  await says('agora texto')
  expect(await told()).toBe('pix.pdf')
})

test('a question for words that takes files gets them beside the words, and a voice note in their place', async () => {
  const media = (mimetype: string, caption: string | null) => ({ mimetype, fileName: 'a', caption, read: async () => new Uint8Array([1]) })
  typebot.storage = new Map()
  const last = () => typebot.continued.at(-1)![1]
  for (const input of [openInput, { ...openInput, options: { isLong: false, attachments: { isEnabled: true } } }, textInput]) {
    typebot.next = () => ({ messages: [], input })
    await says('oi')
    await says('vou mandar')
    await says('Áudio', {}, { media: media('audio/ogg', null) })
    const url = `${typebot.url}/bucket/public/a`
    const attached = { type: 'text' as const, text: '', attachedFileUrls: [url] }
    expect(last()).toEqual(input === openInput ? { type: 'audio', url } : input === textInput ? 'Áudio' : attached)
    await says('Minha casa', {}, { media: media('image/png', 'Minha casa') })
    expect(last()).toEqual(input === textInput ? 'Minha casa' : { ...attached, text: 'Minha casa' })
  }
})

test('each message is typed for a while', async () => {
  expect(await says('Oi', { typebotDelayMessage: 700 })).toEqual(['typing 700', 'say Olá! Sou o fluxo.'])
  expect(Math.max(...waits.of)).toBeLessThanOrEqual(10_000)
})

test.each([1, 2, 3, 20])('pauses and hanging files of %d messages leave an answer within its time', async count => {
  let left = 25_000
  const spend = async (ms: number) => void (left -= ms)
  const pauses: number[] = []
  const said: string[] = []
  const hangs = async (_: string, { timeoutMs }: { timeoutMs?: number } = {}) => {
    await spend(timeoutMs!)
    throw new Error('ERR_OUTBOUND_TIMEOUT')
  }
  const parts = Array.from({ length: count }, (_, at) => (at % 2 ? { url: `https://exemplo.com/${at}.png` } : { text: String(at) }))
  const chat = {
    ...nobody,
    typing: async (ms: number) => (pauses.push(ms), spend(ms)),
    say: async (text: string) => void said.push(text),
  }
  await deliver(parts, 999_999_999, chat, { ...host, fetch: hangs }, { left: () => left })
  expect(said).toEqual(parts.map(({ text, url }) => text ?? url!))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000)
  expect(left).toBeGreaterThan(-count)
})

test('a Typebot that hangs, breaks or answers nonsense fails with a short reason, and its session is forgotten', async () => {
  const answers: [string, () => Response | Promise<Response>][] = [
    ['HTTP 500', () => failure(500, 'segredo do servidor')],
    ['HTTP 200, no answer of Typebot', () => new Response('<html>segredo')],
    ['HTTP 200, no answer of Typebot', () => Response.json({ messages: 'segredo', sessionId: 's' })],
    ['HTTP 200, no answer of Typebot', () => Response.json(null)],
    ['ERR_OUTBOUND_TOO_LARGE', () => Response.json({ sessionId: 's', messages: [text('a'.repeat(1_000_000))] })],
    ['ERR_OUTBOUND_REDIRECT', () => Response.redirect('http://169.254.169.254/')],
  ]
  for (const [reason, answer] of answers) {
    typebot.first = answer
    expect(await says('Oi')).toEqual([`failed: ${reason}`])
  }
  waits.scale = 100
  typebot.first = never
  expect(await says('Oi')).toEqual(['failed: ERR_OUTBOUND_TIMEOUT'])
  waits.scale = 1
  typebot.reset()
  await says('Oi')
  typebot.next = () => failure(500, 'segredo do servidor')
  expect(await says('Segredo do cliente')).toEqual(['failed: HTTP 500'])
  expect(kept.memory).toBeUndefined()
  expect(kept.logs).not.toContain('egredo')
})

test('twenty messages of an answer are said, the choices among them, and nesting without end ends nothing', async () => {
  flow(
    Array.from({ length: 30 }, (_, at) => text(String(at))),
    choice('Sim'),
  )
  const events = await says('Oi')
  expect(events).toHaveLength(20)
  expect(events.slice(-2)).toEqual(['say 18', 'say ▶️ Sim'])
  const deep = `${'{"children":['.repeat(20_000)}{"text":"fundo"}${']}'.repeat(20_000)}`
  typebot.next = () => new Response(`{"messages":[{"content":{"richText":[${deep}]}},{"content":{"richText":[{"text":"raso"}]}}]}`)
  expect(await says('Oi')).toEqual(['say raso'])
  const long = '\u0001"'.repeat(200)
  flow([], choice(...Array.from({ length: 100 }, () => long)))
  expect(await says('Oi')).toEqual([expect.stringMatching(/^say ▶️ /)])
  expect(JSON.stringify(kept.memory).length).toBeLessThan(65_536)
})

test('a test starts a chat, and tells the first text or what is wrong', async () => {
  typebot.first = () => ({ messages: [bubble('image', { url: 'https://exemplo.com/a.png' }), text('Olá!')] })
  expect(await tries()).toEqual({ reply: 'Olá!', detail: 'HTTP 200' })
  expect(kept.memory).toBeUndefined()
  expect(tries({ typebotSlug: 'outro' })).rejects.toThrow('HTTP 404')
  expect(tries({ urlN8N: 'http://10.0.0.1' })).rejects.toThrow('ERR_OUTBOUND_PRIVATE_ADDRESS')
})
