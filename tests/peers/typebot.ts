import * as v from 'valibot'

// A Typebot viewer, as strict as the public definition of its API: what it would refuse, it refuses.

const Text = v.pipe(v.string(), v.minLength(1))
const Start = v.strictObject({
  message: v.optional(Text),
  isStreamEnabled: v.literal(false),
  resultId: v.optional(Text),
  isOnlyRegistering: v.literal(false),
  prefilledVariables: v.strictObject({ number: v.string(), pushName: v.string() }),
})
const Upload = v.strictObject({ sessionId: Text, fileName: Text, fileType: v.optional(Text) })
const POLICY = 'canario-da-politica'
const Continue = v.strictObject({
  message: v.optional(
    v.union([
      Text,
      v.strictObject({ type: v.literal('text'), text: v.string(), attachedFileUrls: v.optional(v.array(v.pipe(v.string(), v.url()))) }),
      v.strictObject({ type: v.literal('audio'), url: v.pipe(v.string(), v.url()) }),
    ]),
  ),
})
/** The words of what was said; of a file, its address. */
const saidIn = (message: v.InferOutput<typeof Continue>['message'] = ''): string =>
  typeof message === 'string'
    ? message
    : message.type === 'audio'
      ? message.url
      : [message.text, ...(message.attachedFileUrls ?? [])].join(' ')

type Answer = { messages: unknown[]; input?: unknown }
/** What a flow says: an answer, or whatever a broken server sends. */
type Flow = (said: string, request: Request) => Answer | Response | Promise<Answer | Response>

export const failure = (status: number, message: string, code = 'BAD_REQUEST') => Response.json({ message, code }, { status })
let ids = 0
export const bubble = (type: string, content: object) => ({ id: `m${++ids}`, type, content })
/** A text bubble of the nodes of Typebot's editor; a string is a paragraph of its own. */
export const text = (...nodes: (object | string)[]) => {
  const richText = nodes.map(node => (typeof node === 'string' ? { type: 'p', children: [{ text: node }] } : node))
  return bubble('text', { type: 'richText', richText })
}
export const choice = (...items: string[]) => ({
  id: 'i1',
  type: 'choice input',
  items: items.map((content, at) => ({ id: `c${at}`, outgoingEdgeId: `e${at}`, content })),
  options: { isMultipleChoice: false },
})
export const fileInput = { id: 'i3', type: 'file input', options: { isMultipleAllowed: false } }
export const textInput = { id: 'i2', type: 'text input', options: { isLong: false } }
/** A question for words that takes files beside them, or a sound in their place. */
export const openInput = { ...textInput, options: { isLong: false, attachments: { isEnabled: true }, audioClip: { isEnabled: true } } }

export function startTypebot(slug: string) {
  const initial = {
    first: (() => ({ messages: [text('Olá! Sou o fluxo.')], input: textInput })) as Flow,
    next: (said => ({ messages: [text(`Você disse: ${said}`)], input: textInput })) as Flow,
    file: (_: string): Response | Promise<Response> => new Response(null, { status: 404 }),
  }
  const peer = {
    ...initial,
    started: [] as v.InferOutput<typeof Start>[],
    /** What was said in which session. */
    continued: [] as [session: string, message: v.InferOutput<typeof Continue>['message']][],
    sessions: new Set<string>(),
    /** Has no storage for files when undefined. */
    storage: undefined as Map<string, File> | undefined,
    reset() {
      peer.storage = undefined
      Object.assign(peer, initial)
      peer.started.length = peer.continued.length = 0
      peer.sessions.clear()
    },
  }

  async function bodyOf<S extends v.GenericSchema>(schema: S, request: Request): Promise<v.InferOutput<S> | undefined> {
    if (request.headers.get('content-type') !== 'application/json') return undefined
    const parsed = v.safeParse(schema, await request.json())
    return parsed.success ? parsed.output : undefined
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/api/v1/typebots/:slug/startChat': {
        async POST(request) {
          if (request.params.slug !== slug) return failure(404, 'Typebot not found', 'NOT_FOUND')
          const body = await bodyOf(Start, request)
          if (!body) return failure(400, 'Input validation failed')
          peer.started.push(body)
          const session = `sessão/${peer.started.length}`
          peer.sessions.add(session)
          const answer = await peer.first(body.message ?? '', request)
          if (answer instanceof Response) return answer
          const typebot = { id: 't1', version: '6', theme: {}, settings: {} }
          return Response.json({ sessionId: session, resultId: `r${peer.started.length}`, typebot, ...answer })
        },
      },
      '/api/v1/sessions/:id/continueChat': {
        async POST(request) {
          if (!peer.sessions.has(request.params.id)) return failure(404, 'Session not found.', 'NOT_FOUND')
          const body = await bodyOf(Continue, request)
          if (!body) return failure(400, 'Input validation failed')
          peer.continued.push([request.params.id, body.message])
          const answer = await peer.next(saidIn(body.message), request)
          return answer instanceof Response ? answer : Response.json(answer)
        },
      },
      '/api/v2/generate-upload-url': {
        async POST(request) {
          const body = await bodyOf(Upload, request)
          if (!body || !peer.sessions.has(body.sessionId)) return failure(400, "Can't find session")
          if (!peer.storage) return failure(500, 'S3 not properly configured', 'INTERNAL_SERVER_ERROR')
          const { origin } = new URL(request.url)
          const key = `public/${body.fileName}`
          const formData = { key, 'Content-Type': body.fileType ?? '', policy: POLICY }
          return Response.json({ presignedUrl: `${origin}/bucket`, formData, fileUrl: `${origin}/bucket/${key}` })
        },
      },
      '/bucket': {
        async POST(request) {
          const form = await request.formData()
          const file = form.get('file')
          if (form.get('policy') !== POLICY || !(file instanceof File)) return new Response(null, { status: 403 })
          peer.storage?.set(String(form.get('key')), file)
          return new Response(null, { status: 204 })
        },
      },
      '/files/:name': request => peer.file(request.params.name),
    },
    fetch: () => failure(404, 'No route', 'NOT_FOUND'),
  })
  const destination = `127.0.0.1:${server.port}`
  return Object.assign(peer, { destination, url: `http://${destination}`, stop: () => server.stop(true) })
}
