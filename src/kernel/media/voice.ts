import { AppError } from '#kernel/errors'
import type { Answer, Job, Made, Note } from './voice.worker.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_SECONDS = 600
const PATIENCE = 60_000

/** One at a time: a conversion fills a core, and there may be only one. */
let last: Promise<unknown> = Promise.resolve()

const queued = <T>(work: () => Promise<T>) => {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

async function work(job: Job): Promise<Answer> {
  const worker = new Worker(new URL('./voice.worker.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => resolve({ error: 'ERR_AUDIO_UNREADABLE', status: 415 }), PATIENCE)
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(job)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

async function convert<K extends keyof Made>(kind: K, bytes: Uint8Array): Promise<Made[K]> {
  if (bytes.length > MAX_BYTES) throw new AppError('ERR_AUDIO_TOO_LARGE', 413)
  const answer = await queued(() => work({ kind, bytes, maxSeconds: MAX_SECONDS }))
  if ('error' in answer) throw new AppError(answer.error, answer.status)
  return answer.made[kind]!
}

/**
 * Makes a WhatsApp voice note, mono Ogg Opus at 48 kHz, of mp3, WebM or Ogg with Opus, or WAV; mono Opus is moved, not encoded again.
 * `seconds` is whole; `waveform` is 64 bars of 0 to 100. Throws ERR_AUDIO_TOO_LARGE (20 MB), ERR_AUDIO_TOO_LONG (10 minutes) and
 * ERR_AUDIO_UNREADABLE.
 */
export const toVoiceNote = (bytes: Uint8Array): Promise<Note> => convert('note', bytes)

/** The same sound as mono mp3 of 64 kbit/s, for players that know no Ogg. */
export const toMp3 = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => convert('mp3', bytes)
