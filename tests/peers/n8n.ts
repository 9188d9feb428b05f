import recording from './n8n.json'

/**
 * n8n as it answered the compiled product once, workflow by workflow: what its Webhook node takes and gives is in `n8n.json`, to the byte but
 * for the places in its own files. It was told “oi”, and knows nothing else. To record it anew: `npm install n8n`, its workflows as the
 * recording names them, and a program between the two that writes down what passes.
 */
export const N8N = recording

export function startN8n() {
  const asked: { path: string; body: unknown }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path } = new URL(request.url)
      // As its parser does, which reads no body of another kind.
      const body = request.headers.get('content-type') === recording.request.contentType ? await request.json() : {}
      asked.push({ path, body })
      const answer = request.method === 'POST' ? recording.answers.find(one => one.path === path) : undefined
      const { status, type, text } = answer ?? recording.answers.at(-1)!
      return new Response(text, { status, headers: { 'content-type': type } })
    },
  })
  return {
    asked,
    url: `http://127.0.0.1:${server.port}`,
    destination: `127.0.0.1:${server.port}`,
    stop: (now?: boolean) => server.stop(now),
  }
}
