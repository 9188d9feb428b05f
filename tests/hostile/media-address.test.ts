import { afterAll, expect, test } from 'bun:test'
import { download, fetchPicture } from '../../src/whatsapp/media'

// Whoever writes names where their attachment is: nothing of the server's own network is asked for it.

const asked: string[] = []
const inside = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked.push(request.url)
    return new Response('segredo')
  },
})
afterAll(() => inside.stop(true))

const host = `127.0.0.1:${inside.port}`
test.each([`http://${host}/meta-data`, `//${host}/b`, `\\\\${host}\\c`, `https://${host}/d`, 'file:///etc/passwd'])(
  'a path that leads to another host is asked for nowhere: %s',
  async directPath => {
    const attachment = { url: 'https://mmg.whatsapp.net/x', directPath, mediaKey: new Uint8Array(32), fileLength: 10 }
    const read = async () => {
      for await (const _ of download(attachment, 'image', {})) break
    }
    expect(((await read().catch((error: unknown) => error)) as { code?: string }).code).toBe('MEDIA_REFUSED')
    expect(asked).toEqual([])
  },
)

/** A media host that says that what it has is elsewhere: at `inside`. */
const leads = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => Response.redirect(`http://${host}/meta-data`, Number(new URL(request.url).searchParams.get('status') ?? 302)),
})
afterAll(() => leads.stop(true))
/** In the sandbox its host is trusted, as those of WhatsApp are there. */
const network = { url: 'ws://127.0.0.1:9/ws/chat' }
const moved = (status: number) => `http://127.0.0.1:${leads.port}/x?status=${status}`

test.each([301, 302, 303, 307, 308])(
  'a media host that leads elsewhere (%i) is followed nowhere: neither for a file nor for a picture',
  async status => {
    const attachment = { url: moved(status), mediaKey: new Uint8Array(32), fileLength: 10 }
    const read = async () => {
      for await (const _ of download(attachment, 'image', network)) break
    }
    await expect(read()).rejects.toThrow(`media host answered ${status}`)
    await expect(fetchPicture(moved(status), network)).rejects.toThrow(`media host answered ${status}`)
    expect(asked).toEqual([])
  },
)
