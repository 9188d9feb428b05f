import * as v from 'valibot'

// An OpenAI-compatible server, as strict as the public definition of its API: what it would refuse, it refuses.

type Answer = { content?: string | null; calls?: { name: string; arguments?: object | string }[]; tokens?: number | null; reason?: string }
export type ChatRequest = v.InferOutput<typeof Body>

const Name = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const Call = v.strictObject({
  id: v.string(),
  type: v.literal('function'),
  function: v.strictObject({ name: Name, arguments: v.string() }),
})
const Message = v.variant('role', [
  v.strictObject({ role: v.picklist(['system', 'user']), content: v.string() }),
  v.strictObject({
    role: v.literal('assistant'),
    content: v.optional(v.nullable(v.string())),
    tool_calls: v.optional(v.pipe(v.array(Call), v.minLength(1))),
  }),
  v.strictObject({ role: v.literal('tool'), tool_call_id: v.string(), content: v.string() }),
])
const Tool = v.strictObject({
  type: v.literal('function'),
  function: v.strictObject({
    name: Name,
    description: v.string(),
    parameters: v.strictObject({
      type: v.literal('object'),
      properties: v.record(Name, v.looseObject({ type: v.literal('string') })),
      required: v.array(Name),
      additionalProperties: v.literal(false),
    }),
  }),
})
const Tokens = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)))
const Body = v.strictObject({
  model: v.string(),
  messages: v.pipe(v.array(Message), v.minLength(1)),
  temperature: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  max_tokens: Tokens,
  max_completion_tokens: Tokens,
  reasoning_effort: v.optional(v.picklist(['none', 'low', 'medium', 'high'])),
  tools: v.optional(v.pipe(v.array(Tool), v.minLength(1), v.maxLength(128))),
})
const Speech = v.strictObject({
  model: v.string(),
  input: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  voice: v.string(),
  response_format: v.picklist(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']),
})
const RECORDINGS = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/

/** A model that thinks before it answers: it takes no max_tokens, no temperature, and tools only when told not to think. */
export const THINKING = 'gpt-5.6-luna'

export const failure = (status: number, message: string, { code = null as string | null, param = null as string | null } = {}) =>
  Response.json({ error: { message, type: 'invalid_request_error', param, code } }, { status })

function refusal({ model, messages, ...body }: ChatRequest) {
  if (body.max_tokens && body.max_completion_tokens) return failure(400, 'both limits', { param: 'max_tokens' })
  const unsupported = (param: string) => failure(400, `Unsupported parameter: '${param}'`, { param, code: 'unsupported_parameter' })
  if (model.startsWith('gpt-5') && body.max_tokens) return unsupported('max_tokens')
  if (!model.startsWith('gpt-5') && body.max_completion_tokens) return unsupported('max_completion_tokens')
  if (model === THINKING && body.temperature !== undefined && body.temperature !== 1) return unsupported('temperature')
  if (model === THINKING && body.tools && body.reasoning_effort !== 'none')
    return failure(400, 'Function tools with reasoning_effort are not supported', { param: 'reasoning_effort' })
  if (model === 'gone') return failure(404, `The model \`${model}\` does not exist`, { code: 'model_not_found' })
  const open = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message.role === 'system' && at > 0) return failure(400, 'a system text begins')
    if (message.role === 'tool' && !open.delete(message.tool_call_id)) return failure(400, "'tool' must answer 'tool_calls'")
    if (message.role !== 'tool' && open.size) return failure(400, "'tool_calls' must be followed by tool messages")
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id)
  }
  if (open.size) return failure(400, "'tool_calls' must be followed by tool messages")
}

export function startOpenai(key: string) {
  const peer = {
    /** What a model is asked, as it came. */
    asked: [] as ChatRequest[],
    /** Every body that came, also those that were refused. */
    received: [] as string[],
    heard: [] as { name: string; type: string; size: number; model: string }[],
    spoke: [] as v.InferOutput<typeof Speech>[],
    answer: (_: ChatRequest): Answer | Response | Promise<Answer | Response> => ({ content: 'Olá!' }),
    transcript: 'Qual é o horário?',
    speech: (): Response => failure(500, 'no voice'),
  }
  let calls = 0

  async function complete(request: Request) {
    const text = await request.text()
    peer.received.push(text)
    const parsed = v.safeParse(Body, JSON.parse(text))
    if (!parsed.success) return failure(400, JSON.stringify(v.flatten(parsed.issues)))
    const refused = refusal(parsed.output)
    if (refused) return refused
    peer.asked.push(parsed.output)
    const answer = await peer.answer(parsed.output)
    if (answer instanceof Response) return answer
    const tool_calls = answer.calls?.map(({ name, arguments: given = {} }) => ({
      id: `call_${++calls}`,
      type: 'function',
      function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
    }))
    const finish_reason = answer.reason ?? (tool_calls ? 'tool_calls' : 'stop')
    const message = { role: 'assistant', content: answer.content ?? null, refusal: null, ...(tool_calls && { tool_calls }) }
    const { tokens = 100 } = answer
    return Response.json({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: parsed.output.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason }],
      ...(tokens !== null && { usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens } }),
    })
  }

  async function transcribe(request: Request) {
    const form = await request.formData()
    const [file, model] = [form.get('file'), form.get('model')]
    if (!(file instanceof File) || !file.size || !RECORDINGS.test(file.name)) return failure(400, 'Invalid file format.', { param: 'file' })
    if (typeof model !== 'string') return failure(400, 'you must provide a model parameter')
    peer.heard.push({ name: file.name, type: file.type, size: file.size, model })
    return Response.json({ text: peer.transcript })
  }

  async function speak(request: Request) {
    const parsed = v.safeParse(Speech, await request.json())
    if (!parsed.success) return failure(400, 'no speech')
    peer.spoke.push(parsed.output)
    return peer.speech()
  }

  const routes: Record<string, (request: Request) => Promise<Response>> = {
    'POST /v1/chat/completions': complete,
    'POST /v1/audio/transcriptions': transcribe,
    'POST /v1/audio/speech': speak,
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const route = routes[`${request.method} ${new URL(request.url).pathname}`]
      if (!route) return failure(404, 'Unknown request URL')
      const given = request.headers.get('authorization')
      // As OpenAI does, it says a part of the key.
      if (given !== `Bearer ${key}`) return failure(401, `Incorrect API key provided: ${given}`, { code: 'invalid_api_key' })
      return route(request)
    },
  })
  const destination = `127.0.0.1:${server.port}`
  return Object.assign(peer, { destination, baseUrl: `http://${destination}/v1`, stop: () => server.stop(true) })
}
