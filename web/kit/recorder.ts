import { signal } from '@preact/signals-react'
import { createEncoder } from 'wasm-media-encoders'
import wasm from 'wasm-media-encoders/wasm/mp3'
import { RECORDING_BYTES, RECORDING_KBPS } from '../constants'
import worklet from './recorder.worklet.js'

const TYPE = 'audio/mpeg'

/** Records the microphone as mp3, encoding while it records. Throws when there is no microphone or no permission. */
export async function record() {
  const microphone = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, noiseSuppression: true, echoCancellation: true },
  })
  const audio = new AudioContext()
  async function release() {
    for (const track of microphone.getTracks()) track.stop()
    await audio.close()
  }
  const [encoder] = await Promise.all([
    fetch(wasm)
      .then(response => response.arrayBuffer())
      .then(bytes => createEncoder(TYPE, bytes)),
    audio.audioWorklet.addModule(worklet),
  ]).catch(async error => {
    await release()
    throw error
  })
  encoder.configure({ channels: 1, sampleRate: audio.sampleRate, outputSampleRate: 44_100, bitrate: RECORDING_KBPS })

  const parts: Uint8Array<ArrayBuffer>[] = []
  const seconds = signal(0)
  const paused = signal(false)
  /** The last loudness values, 0 to 1, ten a second. */
  const levels = signal<number[]>([])
  let samples = 0
  let peak = 0
  let shown = 0

  const source = audio.createMediaStreamSource(microphone)
  const tap = new AudioWorkletNode(audio, 'samples', { numberOfOutputs: 1 })
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    if (paused.value) return
    parts.push(encoder.encode([data]).slice())
    samples += data.length
    for (const sample of data) peak = Math.max(peak, Math.abs(sample))
    if (samples - shown < audio.sampleRate / 10) return
    shown = samples
    seconds.value = samples / audio.sampleRate
    levels.value = [...levels.value, Math.min(1, peak * 1.6)].slice(-75)
    peak = 0
  }
  source.connect(tap).connect(audio.destination)

  async function end() {
    tap.port.onmessage = null
    await release()
  }
  return {
    seconds,
    paused,
    levels,
    discard: end,
    soFar: () => new Blob(parts, { type: TYPE }),
    /** The recording, or nothing when it was too short. */
    async finish() {
      await end()
      parts.push(encoder.finalize().slice())
      const blob = new Blob(parts, { type: TYPE })
      return blob.size < RECORDING_BYTES ? null : new File([blob], `audio-${Date.now()}.mp3`, { type: TYPE })
    },
  }
}
export type Recording = Awaited<ReturnType<typeof record>>
