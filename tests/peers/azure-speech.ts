// Azure's speech over REST, as its public definition says: a key, SSML, and a format of sound.

const SSML =
  /^<speak version="1\.0" xml:lang="pt-BR"><voice name="(pt-BR-[A-Z][a-z]+Neural)">((?:[^<&]|&(?:amp|lt|gt|quot|apos);)+)<\/voice><\/speak>$/

export function startAzureSpeech(key: string, sound: () => Response) {
  const spoken: { voice: string; text: string; format: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { method, url, headers } = request
      if (method !== 'POST' || new URL(url).pathname !== '/cognitiveservices/v1') return new Response(null, { status: 404 })
      if (headers.get('ocp-apim-subscription-key') !== key) return new Response(null, { status: 401 })
      if (headers.get('content-type') !== 'application/ssml+xml' || !headers.get('user-agent')) return new Response(null, { status: 415 })
      const said = SSML.exec(await request.text())
      const format = headers.get('x-microsoft-outputformat')
      if (!said || format !== 'ogg-24khz-16bit-mono-opus') return new Response(null, { status: 400 })
      spoken.push({ voice: said[1]!, text: said[2]!, format })
      return sound()
    },
  })
  return { spoken, destination: `127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
