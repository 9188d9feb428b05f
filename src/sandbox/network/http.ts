import type { Control } from './verbs'

/** Verbs that are a GET of their own, or make no sense over HTTP. */
const NOT_POSTED = new Set<keyof Control>(['media', 'picture', 'onChange'])

const bytesAsBase64 = (_: string, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body ?? {}, bytesAsBase64), { status, headers: { 'content-type': 'application/json' } })

function changes(control: Control, request: Request) {
  let stop = () => {}
  const stream = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(': open\n\n')
      stop = control.onChange(change => controller.enqueue(`data: ${JSON.stringify(change)}\n\n`))
      request.signal.addEventListener('abort', () => stop())
    },
    cancel: () => stop(),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

async function respond(control: Control, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const verb = pathname.slice('/control/'.length) as keyof Control
  const query = Object.fromEntries(searchParams)
  if (request.method === 'GET') {
    if (verb === 'state') return json(control.state())
    if (verb === 'transcript') return json(control.transcript({ phone: query.phone ?? '', chat: query.chat }))
    if (verb === 'onChange' || pathname === '/control/changes') return changes(control, request)
    const file =
      verb === 'media'
        ? control.media({ phone: query.phone ?? '', id: query.id ?? '' })
        : verb === 'picture'
          ? control.picture({ phone: query.phone ?? '' })
          : undefined
    return file ? new Response(Buffer.from(file.file), { headers: { 'content-type': file.mimetype } }) : json({ error: 'not found' }, 404)
  }
  const act = Object.hasOwn(control, verb) && !NOT_POSTED.has(verb) ? (control[verb] as (argument: unknown) => unknown) : undefined
  if (!act) return json({ error: `no verb ${verb}` }, 404)
  const text = await request.text()
  return json(await act(text ? JSON.parse(text) : undefined))
}

/** Control over HTTP: `POST /control/<verb>` with the argument as JSON; errors are `{ "error": text }` with 400. */
export async function serveControl(control: Control, request: Request): Promise<Response> {
  try {
    return await respond(control, request)
  } catch (error) {
    return json({ error: error instanceof Error ? error.message : String(error) }, 400)
  }
}
