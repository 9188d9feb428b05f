import { createEncoder } from 'wasm-media-encoders'
import mp3Wasm from 'wasm-media-encoders/wasm/mp3' with { type: 'file' }
import { AppError } from '#kernel/errors'
import { copyOgg, encodeOgg, frames, loudness, waveform } from './audio/note.ts'
import { RATE } from './audio/opus.ts'
import { openAudio, readPcm } from './audio/pcm.ts'

export type Job = { kind: keyof Made; bytes: Uint8Array; maxSeconds: number }
export type Note = { data: Uint8Array<ArrayBuffer>; seconds: number; waveform: Uint8Array<ArrayBuffer> }
export type Made = { note: Note; mp3: Uint8Array<ArrayBuffer> }
export type Answer = { made: Partial<Made> } | { error: string; status: AppError['status'] }

declare const self: Worker

// The mp3 decoder tells every bad frame here; who asked is told once, by the answer.
console.error = () => undefined

const tooLong = () => new AppError('ERR_AUDIO_TOO_LONG', 413)

/** The sound of a file, and how much of it there was once it has been read. */
async function listen({ bytes, maxSeconds }: Job) {
  const { track, mp3, seconds } = await openAudio(bytes)
  if (seconds > maxSeconds) throw tooLong()
  const heard = { samples: 0, levels: [] as number[] }
  async function* pieces() {
    for await (const piece of readPcm(bytes, track, mp3)) {
      heard.samples += piece.length
      if (heard.samples > maxSeconds * RATE) throw tooLong()
      yield piece
    }
  }
  async function* measured() {
    for await (const frame of frames(pieces())) {
      heard.levels.push(loudness(frame))
      yield frame
    }
  }
  return { track, heard, frames: measured() }
}

async function toNote(job: Job): Promise<Note> {
  const { track, heard, frames } = await listen(job)
  const copied = track.codec === 'opus' && track.numberOfChannels === 1
  if (copied) for await (const _ of frames);
  const data = copied ? await copyOgg(track) : await encodeOgg(frames, () => heard.samples)
  return { data, seconds: Math.max(1, Math.round(heard.samples / RATE)), waveform: waveform(heard.levels) }
}

async function toMp3(job: Job) {
  const encoder = await createEncoder('audio/mpeg', await Bun.file(mp3Wasm).arrayBuffer())
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: 64 })
  const parts: BlobPart[] = []
  for await (const frame of (await listen(job)).frames) parts.push(encoder.encode([frame]).slice())
  parts.push(encoder.finalize().slice())
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

async function run(job: Job): Promise<Answer> {
  try {
    return { made: job.kind === 'note' ? { note: await toNote(job) } : { mp3: await toMp3(job) } }
  } catch (error) {
    return error instanceof AppError ? { error: error.code, status: error.status } : { error: 'ERR_AUDIO_UNREADABLE', status: 415 }
  }
}

self.onmessage = async ({ data }: MessageEvent<Job>) => self.postMessage(await run(data))
