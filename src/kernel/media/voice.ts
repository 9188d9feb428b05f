import { AppError } from '#kernel/errors'
import { askWorker } from '#kernel/process/ask-worker'
import type { Answer, Job, Note } from './voice.worker'

const MAX_BYTES = 20 * 1024 * 1024
/** Somebody waits for it. Sound that is moved is decoded all the same, which takes half as long as to encode it. */
const MAX_SECONDS = { moved: 600, encoded: 300 }
const PATIENCE_MS = 30_000

/**
 * Converts mp3, WAV, or WebM or Ogg with Opus to a WhatsApp voice note: mono Ogg Opus at 48 kHz. Mono Opus is remuxed, not encoded again.
 * `seconds` is whole; `waveform` is 64 bars of 0 to 100. Throws ERR_AUDIO_TOO_LARGE (20 MB), ERR_AUDIO_TOO_LONG (5 minutes, or 10 that
 * are remuxed) and ERR_AUDIO_UNREADABLE.
 */
export async function toVoiceNote(bytes: Uint8Array): Promise<Note> {
  if (bytes.length > MAX_BYTES) throw new AppError('ERR_AUDIO_TOO_LARGE', 413)
  const worker = new Worker(new URL('./voice.worker.ts', import.meta.url))
  const job: Job = { bytes, maxSeconds: MAX_SECONDS }
  const answer = (await askWorker<Answer>(worker, job, PATIENCE_MS)) ?? { error: 'ERR_AUDIO_UNREADABLE', status: 415 }
  if ('error' in answer) throw new AppError(answer.error, answer.status, answer.details)
  return answer.note
}
