import { AppError, type ErrorCode } from '#kernel/errors'
import { copyOgg, encodeOgg, frames, loudness, waveform } from './audio/note'
import { RATE } from './audio/opus'
import { openAudio, readPcm } from './audio/pcm'

export type Job = { bytes: Uint8Array; maxSeconds: number }
export type Note = { data: Uint8Array<ArrayBuffer>; seconds: number; waveform: Uint8Array<ArrayBuffer> }
export type Answer = { note: Note } | { error: ErrorCode; status: AppError['status'] }

declare const self: Worker

// The mp3 decoder prints every bad frame; the caller gets one error, in the answer.
console.error = () => undefined

const tooLong = () => new AppError('ERR_AUDIO_TOO_LONG', 413)

/** The frames of a file's sound, and its length and loudness once they have been read. */
async function measure({ bytes, maxSeconds }: Job) {
  const { track, mp3, seconds } = await openAudio(bytes)
  if (seconds > maxSeconds) throw tooLong()
  const measured = { samples: 0, levels: [] as number[] }
  async function* pieces() {
    for await (const piece of readPcm(bytes, track, mp3)) {
      measured.samples += piece.length
      if (measured.samples > maxSeconds * RATE) throw tooLong()
      yield piece
    }
  }
  async function* measuredFrames() {
    for await (const frame of frames(pieces())) {
      measured.levels.push(loudness(frame))
      yield frame
    }
  }
  return { track, measured, frames: measuredFrames() }
}

async function toNote(job: Job): Promise<Note> {
  const { track, measured, frames } = await measure(job)
  const copied = track.codec === 'opus' && track.numberOfChannels === 1
  if (copied) for await (const _ of frames);
  const data = copied ? await copyOgg(track) : await encodeOgg(frames, () => measured.samples)
  return { data, seconds: Math.max(1, Math.round(measured.samples / RATE)), waveform: waveform(measured.levels) }
}

async function run(job: Job): Promise<Answer> {
  try {
    return { note: await toNote(job) }
  } catch (error) {
    return error instanceof AppError ? { error: error.code, status: error.status } : { error: 'ERR_AUDIO_UNREADABLE', status: 415 }
  }
}

self.onmessage = async ({ data }: MessageEvent<Job>) => self.postMessage(await run(data))
