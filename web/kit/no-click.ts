const LASTS_MS = 500

/** What a finger did ends with a click of what stands under it by then, which was not meant: it is taken away, unless the finger comes down again. */
export function takeClick() {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const take = (event: MouseEvent) => {
    over.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', take, options)
  addEventListener('pointerdown', () => over.abort(), options)
  setTimeout(() => over.abort(), LASTS_MS)
}

/** The same for the finger that is down: it may go on to scroll, and then nothing is pressed. */
export function takeClickOfTouch() {
  const over = new AbortController()
  const ends = ({ type }: Event) => {
    over.abort()
    if (type === 'pointerup') takeClick()
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, ends, { capture: true, signal: over.signal })
}
