import { batch } from '@preact/signals-react'

/** A message and what it changes of its ticket are told one shortly after the other: they are drawn together. */
const TOGETHER_MS = 16
/** So long what was told last is read, and what comes meanwhile waits for its turn. */
const REST_MS = 100
/** So long while somebody writes: their letters come first. */
const WRITING_MS = 1_000

const waiting: (() => unknown)[] = []
let turn: ReturnType<typeof setTimeout> | undefined
let [appliedAt, wroteAt] = [-WRITING_MS, -WRITING_MS]
addEventListener('input', () => (wroteAt = performance.now()), true)

/** Applies what was told and waits, in its order: before an answer is used, which may be newer, and when the page is left. */
export function applyTold() {
  clearTimeout(turn)
  turn = undefined
  if (!waiting.length) return
  appliedAt = performance.now()
  try {
    batch(() => {
      while (waiting.length) waiting.shift()!()
    })
  } finally {
    // What failed holds up nothing that was told after it.
    if (waiting.length) plan()
  }
}
function plan() {
  const now = performance.now()
  const rest = now - wroteAt < WRITING_MS ? WRITING_MS : REST_MS
  turn ??= setTimeout(applyTold, Math.max(TOGETHER_MS, appliedAt + rest - now))
}

/** Takes what an event tells. A page that is not seen draws nothing, and tells the desktop at once. */
export function take(apply: () => unknown) {
  waiting.push(apply)
  if (document.hidden) applyTold()
  else plan()
}
document.addEventListener('visibilitychange', applyTold)
