import { signal } from '@preact/signals-react'
import { user } from '../session'
import { isQuiet, loudnessOf } from './quiet'

const KEY = 'volume'
const stored = Number(localStorage.getItem(KEY) ?? 1)

/** How loud it is told that somebody wrote: from 0, which is silence, to 1; of this browser. */
export const volume = signal(stored >= 0 && stored <= 1 ? stored : 1)
export function setVolume(value: number) {
  volume.value = value
  localStorage.setItem(KEY, String(value))
}

/** Throttle, over all tabs: many messages at once are one sound. */
const PAUSE_MS = 1_500
/** Two tones, in hertz, and when each begins. */
const TONES = [
  [784, 0],
  [1047, 0.12],
] as const
const LASTS_S = 0.35

let audio: AudioContext | undefined
/** Tones that are to be heard. A context that runs keeps the audio of the computer at work. */
let tones = 0
const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS))
let isPaused = false
/** Runs what nothing ran for a moment, in any tab where the browser has locks for them: it has none without TLS. */
function oncePerPause(run: () => Promise<void>) {
  if (isPaused) return
  isPaused = true
  const held = () => {
    // A browser that waits for a touch keeps nobody waiting.
    run().catch(() => {})
    return pause()
  }
  const isOver = navigator.locks ? navigator.locks.request('chime', { ifAvailable: true }, lock => lock && held()) : held()
  void isOver.finally(() => (isPaused = false))
}

/** Tells of a customer of a queue, or of a colleague, unless these are hours of quiet. */
export function chimeFor(queueId: number | null) {
  const { quiet = null, queueVolumes = [] } = user.peek()?.preferences ?? {}
  return isQuiet(quiet) ? undefined : chime(loudnessOf(queueVolumes, queueId))
}

/** `beside` is how loud it is beside others. A browser plays nothing before its person touched the page. */
export function chime(beside = 1) {
  if (volume.peek() && beside && navigator.userActivation.hasBeenActive) oncePerPause(() => sound(beside))
}

async function sound(beside: number) {
  audio ??= new AudioContext()
  await audio.resume()
  for (const [pitch, after] of TONES) {
    const tone = audio.createOscillator()
    const loudness = audio.createGain()
    const from = audio.currentTime + after
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(volume.peek() * beside * 0.25, from)
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + LASTS_S)
    tones++
    tone.onended = () => --tones || void audio!.suspend()
    tone.connect(loudness).connect(audio.destination)
    tone.start(from)
    tone.stop(from + LASTS_S)
  }
}
