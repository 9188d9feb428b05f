import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { assets as served } from '#kernel/http/assets'
import { DEV_WEB, LIVE, NEWS } from './places'

const ALIVE_MS = 20_000
const FRESH = { 'cache-control': 'no-cache' }

const windows = new Set<ReadableStreamDefaultController<string>>()
const news = () => `data: ${readFileSync(NEWS, 'utf8')}\n\n`
process.on('message', () => windows.forEach(window => window.enqueue(news())))
// A connection that is silent for long is closed; one that is open holds up the end of the server.
setInterval(() => windows.forEach(window => window.enqueue(': alive\n\n')), ALIVE_MS).unref()
process.once('SIGTERM', () => windows.forEach(window => window.close()))

function listen() {
  let own: ReadableStreamDefaultController<string>
  const stream = new ReadableStream<string>({
    start(controller) {
      own = controller
      windows.add(own)
      own.enqueue(news())
    },
    cancel: () => void windows.delete(own),
  })
  return new Response(stream, { headers: { ...FRESH, 'content-type': 'text/event-stream' } })
}

function file(path: string) {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile()
  return isThere ? new Response(Bun.file(path), { headers: FRESH }) : undefined
}

/** In the place of the kernel's: the web as it stands on disk now, and the two addresses of live reload. */
export const assets: typeof served = () => ({
  page: () => file(join(DEV_WEB, 'index.html'))!,
  file(request) {
    const { pathname } = new URL(request.url)
    if (pathname === LIVE.events) return listen()
    if (pathname === LIVE.script) return file(join(import.meta.dir, 'live.js'))
    return file(join(DEV_WEB, pathname))
  },
})
