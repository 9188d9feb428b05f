/** What an answer may hold that nobody is to read. */
export const WORDS_OF_A_PEER = 'segredo-de-quem-responde'

const json = { 'content-type': 'application/json' }
const endless = (pull: (sink: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) =>
  new Response(new ReadableStream({ pull, type: undefined }, { highWaterMark: 0 }), { headers: json })
/** Of 200 kB that become 200 MB. */
const bomb = Bun.gzipSync(new Uint8Array(200_000_000).fill(0x20))
const deep = `{"messages":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
const never = new Promise<never>(() => {})
const megabyte = new Uint8Array(1_000_000).fill(0x20)

/** Of whatever is asked: an answer that a peer should not give. */
export const FAULTS = {
  hangs: () => never,
  'never ends': () => {
    let isBegun = false
    return endless(sink => {
      if (isBegun) return never
      isBegun = true
      sink.enqueue(new TextEncoder().encode('{'))
    })
  },
  breaks: () => new Response(WORDS_OF_A_PEER, { status: 500 }),
  'is no JSON': () => new Response(`{"text":"${WORDS_OF_A_PEER}`, { headers: json }),
  'is another JSON': () => {
    const wrong = Object.fromEntries(
      ['actions', 'messages', 'choices', 'queryResult', 'registros', 'data', 'id', 'nome'].map(key => [key, 7]),
    )
    return Response.json({ ...wrong, said: WORDS_OF_A_PEER })
  },
  'is a page': () => new Response(`<html>${WORDS_OF_A_PEER}</html>`, { headers: { 'content-type': 'text/html' } }),
  'is too large': () => endless(sink => sink.enqueue(megabyte)),
  'unpacks without end': () => new Response(bomb, { headers: { ...json, 'content-encoding': 'gzip' } }),
  'is lists without end': () => new Response(deep, { headers: json }),
  // A byte now and then, so that it is never silent for long.
  'comes in drops': () =>
    endless(async sink => {
      await Bun.sleep(400)
      sink.enqueue(new TextEncoder().encode(' '))
    }),
  'leads elsewhere': () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest' } }),
  'breaks off': () => {
    let isBegun = false
    return endless(sink => {
      if (isBegun) return sink.error(new Error('broken off'))
      isBegun = true
      sink.enqueue(new TextEncoder().encode('{'))
    })
  },
} satisfies Record<string, () => Response | Promise<Response>>
export type Fault = keyof typeof FAULTS
