import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  OggOutputFormat,
  Output,
  type InputAudioTrack,
} from 'mediabunny'
import { FRAME, openEncoder, RATE } from './opus'

const BITRATE = 32_000
const BARS = 64

/** Cuts pieces of any length into frames of 20 ms; the last is padded with silence. */
export async function* frames(pieces: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  let frame = new Float32Array(FRAME)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + FRAME - filled)
      frame.set(taken, filled)
      at += taken.length
      filled += taken.length
      if (filled < FRAME) break
      yield frame
      frame = new Float32Array(FRAME)
      filled = 0
    }
  }
  if (filled) yield frame
}

/** The waveform that WhatsApp draws: 64 bars of 0 to 100, normalized to the loudest. */
export function waveform(levels: number[]): Uint8Array<ArrayBuffer> {
  const bars = Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / BARS)
    const part = levels.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / BARS)))
    return part.reduce((sum, level) => sum + level, 0) / part.length || 0
  })
  const loudest = Math.max(...bars)
  return Uint8Array.from(bars, bar => (loudest ? Math.round((bar / loudest) * 100) : 0))
}

export function loudness(frame: Float32Array) {
  let sum = 0
  for (const sample of frame) sum += sample * sample
  return Math.sqrt(sum / frame.length)
}

function opusHead(delay: number) {
  const head = new DataView(new ArrayBuffer(19))
  new Uint8Array(head.buffer).set(new TextEncoder().encode('OpusHead'))
  head.setUint8(8, 1)
  head.setUint8(9, 1)
  head.setUint16(10, delay, true)
  head.setUint32(12, RATE, true)
  return new Uint8Array(head.buffer)
}

async function openOgg(config: AudioDecoderConfig) {
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  let at = 0
  return {
    async add(packet: Uint8Array, duration: number) {
      await source.add(new EncodedPacket(packet, 'key', at, duration), { decoderConfig: config })
      at += duration
    },
    async end() {
      await output.finalize()
      return new Uint8Array(target.buffer!)
    },
  }
}

/** Encodes frames into Ogg Opus of exactly `samples()` samples, asked for once the frames have ended. */
export async function encodeOgg(input: AsyncIterable<Float32Array>, samples: () => number) {
  const { encode, delay } = await openEncoder(BITRATE)
  const ogg = await openOgg({ codec: 'opus', numberOfChannels: 1, sampleRate: RATE, description: opusHead(delay) })
  const packets: Uint8Array[] = []
  for await (const frame of input) packets.push(encode(frame))
  const total = samples() + delay
  while (packets.length * FRAME < total) packets.push(encode(new Float32Array(FRAME)))
  for (const [at, packet] of packets.entries()) await ogg.add(packet, Math.min(FRAME, total - at * FRAME) / RATE)
  return ogg.end()
}

/** Remuxes mono Opus into Ogg without encoding again, and so without a second loss. */
export async function copyOgg(track: InputAudioTrack) {
  const ogg = await openOgg((await track.getDecoderConfig())!)
  for await (const packet of new EncodedPacketSink(track).packets()) await ogg.add(packet.data, packet.duration)
  return ogg.end()
}
