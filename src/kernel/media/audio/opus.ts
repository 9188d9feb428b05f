import wasm from '@evan/opus/wasm/simd.wasm' with { type: 'file' }

type Opus = {
  memory: WebAssembly.Memory
  malloc(bytes: number): number
  opus_decoder_get_size(channels: number): number
  opus_decoder_init(state: number, rate: number, channels: number): number
  opus_decode(state: number, packet: number, bytes: number, pcm: number, samples: number, fec: number): number
  opus_encoder_get_size(channels: number): number
  opus_encoder_init(state: number, rate: number, channels: number, application: number): number
  opus_encoder_ctl_set(state: number, request: number, value: number): number
  opus_encoder_ctl_get(state: number, request: number): number
  opus_encode(state: number, pcm: number, samples: number, packet: number, bytes: number): number
}

export const RATE = 48_000
/** Samples in 20 ms. */
export const FRAME = 960

const VOIP = 2048
const SET_BITRATE = 4002
const SET_COMPLEXITY = 4010
const SET_SIGNAL = 4024
const GET_LOOKAHEAD = 4027
const VOICE = 3001
/** Encoder complexity of 0 to 10: beyond this, speech gains nothing audible and takes twice as long. */
const EFFORT = 5
const LONGEST_PACKET = 1500
const LONGEST_FRAME = 5760

const checked = (result: number) => {
  if (result < 0) throw new Error(`opus ${result}`)
  return result
}

async function load(): Promise<Opus> {
  const ignore = () => 0
  const { instance } = await WebAssembly.instantiate(await Bun.file(wasm).arrayBuffer(), {
    wasi_snapshot_preview1: { proc_exit: ignore, fd_close: ignore, fd_write: ignore, fd_seek: ignore },
    env: { emscripten_notify_memory_growth: ignore },
  })
  return instance.exports as Opus
}

/** Encodes frames of 960 mono samples at 48 kHz, -1 to 1. `delay` is how many samples the output lags behind the input. */
export async function openEncoder(bitrate: number) {
  const opus = await load()
  const state = opus.malloc(opus.opus_encoder_get_size(1))
  checked(opus.opus_encoder_init(state, RATE, 1, VOIP))
  checked(opus.opus_encoder_ctl_set(state, SET_BITRATE, bitrate))
  checked(opus.opus_encoder_ctl_set(state, SET_SIGNAL, VOICE))
  checked(opus.opus_encoder_ctl_set(state, SET_COMPLEXITY, EFFORT))
  const pcm = opus.malloc(FRAME * 2)
  const packet = opus.malloc(LONGEST_PACKET)

  const encode = (frame: Float32Array) => {
    const samples = new Int16Array(opus.memory.buffer, pcm, FRAME)
    for (let at = 0; at < FRAME; at++) samples[at] = Math.max(-1, Math.min(1, frame[at]!)) * 32767
    const length = checked(opus.opus_encode(state, pcm, FRAME, packet, LONGEST_PACKET))
    return new Uint8Array(opus.memory.buffer, packet, length).slice()
  }
  return { encode, delay: checked(opus.opus_encoder_ctl_get(state, GET_LOOKAHEAD)) }
}

/** Decodes packets into 48 kHz samples of -1 to 1, the channels mixed into one. */
export async function openDecoder(channels: 1 | 2) {
  const opus = await load()
  const state = opus.malloc(opus.opus_decoder_get_size(channels))
  checked(opus.opus_decoder_init(state, RATE, channels))
  const pcm = opus.malloc(LONGEST_FRAME * channels * 2)
  const input = opus.malloc(LONGEST_PACKET * 4)

  return (packet: Uint8Array) => {
    if (packet.length > LONGEST_PACKET * 4) throw new Error('opus packet too long')
    new Uint8Array(opus.memory.buffer).set(packet, input)
    const length = checked(opus.opus_decode(state, input, packet.length, pcm, LONGEST_FRAME, 0))
    const samples = new Int16Array(opus.memory.buffer, pcm, length * channels)
    const mixed = new Float32Array(length)
    for (let at = 0; at < samples.length; at++) mixed[Math.floor(at / channels)]! += samples[at]! / 32768 / channels
    return mixed
  }
}
