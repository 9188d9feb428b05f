import { AppError, type ErrorCode } from '#kernel/errors'
import { copyOgg, encodeOgg, frames, loudness, waveform } from './audio/note'
import { RATE } from './audio/opus'
import { openAudio, readPcm } from './audio/pcm'

export type Job = { bytes: Uint8Array; maxSeconds: { moved: number; encoded: number } }
export type Note = { data: Uint8Array<ArrayBuffer>; seconds: number; waveform: Uint8Array<ArrayBuffer> }
export type Answer = { note: Note } | { error: ErrorCode; status: AppError['status']; details?: unknown }

declare const self: Worker

// The mp3 decoder prints every bad frame; the caller gets one error, in the answer.
console.error = () => undefined

const tooLong = (maxSeconds: number) => new AppError('ERR_AUDIO_TOO_LONG', 413, { minutes: maxSeconds / 60 })

/** The frames of a file's sound, and its length and loudness once they have been read. */
async function measure({ bytes, maxSeconds }: Job) {
  const { track, mp3, seconds } = await openAudio(bytes)
  const isMoved = track.codec === 'opus' && track.numberOfChannels === 1
  const limit = isMoved ? maxSeconds.moved : maxSeconds.encoded
  if (seconds > limit) throw tooLong(limit)
  const measured = { samples: 0, levels: [] as number[] }
  async function* pieces() {
    for await (const piece of readPcm(bytes, track, mp3)) {
      measured.samples += piece.length
      if (measured.samples > limit * RATE) throw tooLong(limit)
      yield piece
    }
  }
  async function* measuredFrames() {
    for await (const frame of frames(pieces())) {
      measured.levels.push(loudness(frame))
      yield frame
    }
  }
  return { track, isMoved, measured, frames: measuredFrames() }
}

async function toNote(job: Job): Promise<Note> {
  const { track, isMoved, measured, frames } = await measure(job)
  if (isMoved) for await (const _ of frames);
  const data = isMoved ? await copyOgg(track) : await encodeOgg(frames, () => measured.samples)
  return { data, seconds: Math.max(1, Math.round(measured.samples / RATE)), waveform: waveform(measured.levels) }
}

async function run(job: Job): Promise<Answer> {
  try {
    return { note: await toNote(job) }
  } catch (error) {
    return error instanceof AppError
      ? { error: error.code, status: error.status, details: error.details }
      : { error: 'ERR_AUDIO_UNREADABLE', status: 415 }
  }
}

self.onmessage = async ({ data }: MessageEvent<Job>) => self.postMessage(await run(data))
