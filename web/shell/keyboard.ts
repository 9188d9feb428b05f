import { writes } from '../kit/keys'
import { touched } from '../kit/touched'

/** What a keyboard leaves of the screen at most: the bars of a browser take less. */
const LEFT = 0.72
/** A press on a button beside the field takes the focus for a moment, in which nothing may move under the finger. */
const LEAVES_MS = 300

const isSmall = (seen: VisualViewport) => seen.height * seen.scale < screen.height * LEFT

/** Tells the page that a keyboard on the screen is open, for styles of what has no room beside it: no browser tells so itself. */
function follow(seen: VisualViewport) {
  let leaving: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(leaving)
    document.body.toggleAttribute('data-keyboard', touched.matches && writes(document.activeElement) && isSmall(seen))
  }
  seen.addEventListener('resize', look)
  addEventListener('focusin', event => writes(event.target) && look())
  addEventListener('focusout', () => {
    clearTimeout(leaving)
    leaving = setTimeout(look, LEAVES_MS)
  })
  look()
}
if (window.visualViewport) follow(window.visualViewport)
