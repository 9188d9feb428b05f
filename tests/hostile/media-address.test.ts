import { afterAll, expect, test } from 'bun:test'
import { download } from '../../src/whatsapp/media'

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
