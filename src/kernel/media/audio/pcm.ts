import { ALL_FORMATS, AudioSampleSink, BufferSource, EncodedPacketSink, Input, MP3, type InputAudioTrack } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { AppError } from '#kernel/errors'
import { openDecoder, RATE } from './opus'
import { resampler } from './resample'

type Piece = { channels: Float32Array[]; rate: number }

const CHUNK = 65_536
/** Frames in a row that can't be decoded before the file is refused. */
const MAX_BAD_FRAMES = 50

const unreadable = () => new AppError('ERR_AUDIO_UNREADABLE', 415)

/** The first audio track of a file, by its content and not its name. Throws ERR_AUDIO_UNREADABLE. */
export async function openAudio(bytes: Uint8Array) {
  try {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw unreadable()
    return { track, mp3: (await input.getFormat()) === MP3, seconds: await track.computeDuration() }
  } catch {
    throw unreadable()
  }
}

async function* decodeMp3(bytes: Uint8Array): AsyncGenerator<Piece> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    let failed = 0
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const { channelData, sampleRate, errors, samplesDecoded } = decoder.decode(bytes.subarray(at, at + CHUNK))
      failed = samplesDecoded ? 0 : failed + errors.length
      if (failed > MAX_BAD_FRAMES) throw unreadable()
      if (samplesDecoded) yield { channels: channelData, rate: sampleRate }
    }
  } finally {
    decoder.free()
  }
}

async function* decodeOpus(track: InputAudioTrack): AsyncGenerator<Piece> {
  const channels = track.numberOfChannels
  if (channels > 2) throw unreadable()
  const decode = await openDecoder(channels === 2 ? 2 : 1)
  let skip = preSkip(await track.getDecoderConfig())
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const samples = decode(packet.data)
    const heard = samples.subarray(Math.min(skip, samples.length), Math.round(packet.duration * RATE) || undefined)
    skip -= Math.min(skip, samples.length)
    yield { channels: [heard], rate: RATE }
  }
}

/** Samples at the start that belong to the codec (pre-skip of the OpusHead). */
function preSkip(config: AudioDecoderConfig | null) {
  const head = config?.description
  if (!head) return 0
  const bytes = ArrayBuffer.isView(head) ? new DataView(head.buffer, head.byteOffset, head.byteLength) : new DataView(head as ArrayBuffer)
  return bytes.byteLength >= 12 ? bytes.getUint16(10, true) : 0
}

async function* decodePcm(track: InputAudioTrack): AsyncGenerator<Piece> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      return plane
    })
    yield { channels, rate: sample.sampleRate }
    sample.close()
  }
}

function decode(bytes: Uint8Array, track: InputAudioTrack, mp3: boolean) {
  if (mp3) return decodeMp3(bytes)
  if (track.codec === 'opus') return decodeOpus(track)
  if (track.codec?.startsWith('pcm-') || track.codec === 'ulaw' || track.codec === 'alaw') return decodePcm(track)
  throw unreadable()
}

function mix(channels: Float32Array[]) {
  if (channels.length === 1) return channels[0]!
  const mixed = new Float32Array(channels[0]!.length)
  for (const channel of channels) for (let at = 0; at < mixed.length; at++) mixed[at]! += channel[at]! / channels.length
  return mixed
}

/** Decodes a track to mono PCM at 48 kHz, samples of -1 to 1, in pieces of any length. */
export async function* readPcm(bytes: Uint8Array, track: InputAudioTrack, mp3: boolean): AsyncGenerator<Float32Array> {
  let convert: ReturnType<typeof resampler> | undefined
  for await (const { channels, rate } of decode(bytes, track, mp3)) {
    if (rate < 8_000 || rate > 192_000) throw unreadable()
    convert ??= resampler(rate, RATE)
    yield convert.next(mix(channels))
  }
  if (!convert) throw unreadable()
  yield convert.end()
}
