import type { Host } from '../../src/plugin'
import { USER_AGENT } from '../kit/user-agent'
import { asking } from './failure'
import type { Provider } from './provider'
import type { Settings } from './settings'

/** The longest that is spoken; longer answers are read. */
const MAX_SPOKEN = 1_000
const SPEECH_MS = 8_000
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** What XML may hold, without the marks of WhatsApp, which would be read aloud. */
const speakable = (text: string) =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '').replace(/[*_~`]/g, '')
const escaped = (text: string) => text.replace(/[&<>"']/g, sign => ENTITIES[sign]!)

async function byAzure(text: string, { voice, voiceKey, voiceRegion }: Settings, host: Host) {
  // The region becomes part of the host that gets the key.
  if (!voiceKey || !/^[a-z\d]+$/i.test(voiceRegion)) throw new Error('no key, or no region')
  const response = await host.fetch(`https://${voiceRegion}.tts.speech.microsoft.com/cognitiveservices/v1`, {
    method: 'POST',
    headers: {
      'ocp-apim-subscription-key': voiceKey,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
      'user-agent': USER_AGENT,
    },
    body: `<speak version="1.0" xml:lang="pt-BR"><voice name="${voice}">${escaped(text)}</voice></speak>`,
    timeoutMs: SPEECH_MS,
  })
  if (!response.ok) throw Object.assign(new Error('not spoken'), { status: response.status })
  return new Uint8Array(await response.arrayBuffer())
}

/** An answer as sound, in Ogg with Opus; undefined when it has to be read: it is too long, or who speaks failed. */
export async function spoken(text: string, settings: Settings, provider: Provider, host: Host): Promise<Uint8Array | undefined> {
  const words = speakable(text).trim()
  if (!words || words.length > MAX_SPOKEN) return
  const speak = settings.voice.startsWith('pt-BR-')
    ? asking(host, 'speech', () => byAzure(words, settings, host))
    : provider.speak(words, settings.voice)
  return speak.catch(() => undefined)
}
