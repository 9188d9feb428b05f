import { expect, test } from 'bun:test'
import { createEncoder } from 'wasm-media-encoders'
import mp3Wasm from 'wasm-media-encoders/wasm/mp3' with { type: 'file' }
import { openAudio, readPcm } from '#kernel/media/audio/pcm'
import { toVoiceNote } from '#kernel/media/voice'
import { wav } from '../../../tests/wav'

/** A tone that is silent in its second half. */
const tone = (seconds: number, rate: number, hertz = 440) =>
  Float32Array.from({ length: seconds * rate }, (_, at) =>
    at < (seconds * rate) / 2 ? 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate) : 0,
  )

async function mp3(seconds: number, rate = 44_100, channels: 1 | 2 = 1) {
  const encoder = await createEncoder('audio/mpeg', await Bun.file(mp3Wasm).arrayBuffer())
  encoder.configure({ sampleRate: rate, channels, bitrate: 128 })
  const sound = tone(seconds, rate)
  const body = encoder.encode(channels === 2 ? [sound, sound] : [sound]).slice()
  return Buffer.concat([body, encoder.finalize()])
}

const wavTone = (seconds: number, rate: number) => wav(tone(seconds, rate), rate)

/** What a listener hears: length in seconds, pitch and loudness of the first half, loudness of the second. */
async function hear(bytes: Uint8Array) {
  const { track, mp3 } = await openAudio(bytes)
  const pieces: Float32Array[] = []
  for await (const piece of readPcm(bytes, track, mp3)) pieces.push(piece)
  const sound = Float32Array.from(pieces.flatMap(piece => [...piece]))
  const middle = sound.subarray(sound.length * 0.1, sound.length * 0.4)
  const rest = sound.subarray(sound.length * 0.6, sound.length * 0.95)
  const loudness = (part: Float32Array) => Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  const rises = middle.reduce((count, sample, at) => count + Number(at > 0 && middle[at - 1]! < 0 && sample >= 0), 0)
  return {
    codec: track.codec,
    seconds: sound.length / 48_000,
    hertz: rises / (middle.length / 48_000),
    loud: loudness(middle),
    quiet: loudness(rest),
  }
}

test('mp3 becomes a voice note of the same sound', async () => {
  const note = await toVoiceNote(await mp3(3))
  expect(Buffer.from(note.data).toString('latin1', 0, 4)).toBe('OggS')
  expect(note.seconds).toBe(3)
  const heard = await hear(note.data)
  expect(heard.codec).toBe('opus')
  expect(heard.seconds).toBeCloseTo(3, 1)
  expect(heard.hertz).toBeCloseTo(440, -1)
  expect(heard.loud).toBeCloseTo(0.354, 1)
  expect(heard.quiet).toBeLessThan(0.01)
})

test('the waveform has 64 bars, the loudest at 100, silence at 0', async () => {
  const { waveform } = await toVoiceNote(await mp3(3))
  expect(waveform).toHaveLength(64)
  expect(Math.max(...waveform)).toBe(100)
  expect(waveform[10]).toBeGreaterThan(90)
  expect(waveform[50]).toBe(0)
})

test('stereo and WAV of any rate are taken', async () => {
  for (const bytes of [await mp3(2, 48_000, 2), wavTone(2, 16_000), wavTone(2, 44_100), wavTone(2, 96_000)]) {
    const heard = await hear((await toVoiceNote(bytes)).data)
    expect(heard.seconds).toBeCloseTo(2, 1)
    expect(heard.hertz).toBeCloseTo(440, -1)
  }
})

test('mono Opus is moved as it is', async () => {
  const first = await toVoiceNote(wavTone(2, 48_000))
  const second = await toVoiceNote(first.data)
  expect(second.data.length).toBe(first.data.length)
  expect(second.seconds).toBe(2)
  expect(Math.abs(second.waveform[10]! - first.waveform[10]!)).toBeLessThan(5)
  expect((await hear(second.data)).seconds).toBe((await hear(first.data)).seconds)
})

test('what is no sound, too large or too long is refused by code', async () => {
  await expect(toVoiceNote(new TextEncoder().encode('<script>'.repeat(999)))).rejects.toThrow('ERR_AUDIO_UNREADABLE')
  await expect(toVoiceNote(new Uint8Array(0))).rejects.toThrow('ERR_AUDIO_UNREADABLE')
  await expect(toVoiceNote(new Uint8Array(20 * 1024 * 1024 + 1))).rejects.toThrow('ERR_AUDIO_TOO_LARGE')
  const long = toVoiceNote(wav(new Float32Array(301 * 8_000), 8_000)).catch((error: unknown) => error)
  expect(await long).toMatchObject({ code: 'ERR_AUDIO_TOO_LONG', details: { minutes: 5 } })
})

test('a damaged file ends, and the next one works', async () => {
  const damaged = await mp3(2)
  for (let at = 2000; at < damaged.length; at += 7) damaged[at] = (at * 31) % 256
  await toVoiceNote(damaged).catch((error: Error) => expect(error.message).toBe('ERR_AUDIO_UNREADABLE'))
  expect((await toVoiceNote(wavTone(1, 48_000))).seconds).toBe(1)
})
