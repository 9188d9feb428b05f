import { batch } from '@preact/signals-react'

/** Throttle: so long after something was told, what comes next waits to be drawn together, since nobody reads ten changes in a second. */
const REST_MS = 100
/** Debounce while somebody writes, whose letters come first: what was told is drawn in a pause of so long. */
const PAUSE_MS = 250
/** Its maximum wait, for who makes no pause. */
const WRITING_MS = 3_000
/** What left a list has gone for this person when its new state, told at once and drawn a little later for who writes, has not followed. */
export const STATE_FOLLOWS_MS = WRITING_MS + 1_000

const waiting: (() => unknown)[] = []
let turn: ReturnType<typeof setTimeout> | undefined
let [appliedAt, wroteAt] = [-Infinity, -Infinity]
addEventListener('input', () => (wroteAt = performance.now()), true)

/** Applies what was told and waits, in its order: before an answer is used, which may be newer, and when the page is left. */
export function applyTold() {
  clearTimeout(turn)
  turn = undefined
  if (!waiting.length) return
  appliedAt = performance.now()
  // What fails holds up nothing that was told after it, and nobody who only wanted it applied: an answer, a line that is made anew.
  reported(() =>
    batch(() => {
      while (waiting.length) reported(waiting.shift()!)
    }),
  )
}
function reported(run: () => unknown) {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}

/** Who sends has written: what came meanwhile is applied, and what follows, such as how far it got, waits no longer than for anybody. */
export function endWriting() {
  wroteAt = -Infinity
  applyTold()
}

/** How long what waits has still to wait. */
function rest() {
  const now = performance.now()
  const pause = Math.min(wroteAt + PAUSE_MS, appliedAt + WRITING_MS)
  return document.hidden ? 0 : Math.max(appliedAt + REST_MS, pause) - now
}
function applyInTime() {
  const left = rest()
  if (left > 0) turn = setTimeout(applyInTime, left)
  else applyTold()
}

/** Takes what an event tells, to each who hears it: at once after a rest, and on a page that is not seen, which draws nothing and tells the desktop. */
export function take(...told: (() => unknown)[]) {
  waiting.push(...told)
  if (!turn || document.hidden) applyInTime()
}
document.addEventListener('visibilitychange', applyTold)

/** Runs once what was drawn is painted: nobody who waits for that waits for what can come behind it. A page that nobody sees paints nothing. */
export const afterPaint = (run: () => void) => void (document.hidden ? setTimeout(run) : requestAnimationFrame(() => setTimeout(run)))
