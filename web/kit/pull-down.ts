import { phone } from './screen-width'
import { over } from './overlays'

/** What comes from below on a phone, and what is seen large. */
const sheetAt = (target: Element) => target.closest<HTMLElement>(phone.peek() ? '.sheet, .dialog, .viewer-box' : '.viewer-box')
/** Fields, players, what reorders rows and what is zoomed have a use of their own for it. */
const OTHERS = 'input, textarea, select, audio, .grip, .is-zoomed'
/** A finger that goes less has pressed. */
const SLOP_PX = 8
const FAR_PX = 120
const FLING_PX_MS = 0.6
const LEAVES_MS = 160

type Drag = { id: number; x: number; y: number; since: number; sheet: HTMLElement; isOn: boolean; by: number }

/** Above what is read there is more of it: the finger scrolls. */
function isScrolled(target: Element, sheet: HTMLElement) {
  for (let one: Element | null = target; one && sheet.contains(one); one = one.parentElement) if (one.scrollTop > 0) return true
  return false
}

/** What lies over the page follows a finger that goes down, and is closed as by Back where it went far or fast. */
function pullDown() {
  let drag: Drag | undefined

  const glide = (sheet: HTMLElement, from: number, to: string) =>
    sheet.animate([{ translate: `0 ${from}px` }, { translate: `0 ${to}` }], {
      duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : LEAVES_MS,
      easing: 'ease-out',
      fill: 'forwards',
    })
  async function letGo({ sheet, by, since }: Drag, now: number) {
    sheet.style.translate = ''
    const isMeant = by > FAR_PX || (by > SLOP_PX && by / (now - since) > FLING_PX_MS)
    const way = glide(sheet, by, isMeant ? '100%' : '0')
    await way.finished
    if (isMeant) over.peek().at(-1)?.close()
    // Who is asked first, as for what is not saved, has it before them.
    way.cancel()
  }
  function down({ target, pointerType, isPrimary, pointerId, clientX, clientY, timeStamp }: PointerEvent) {
    // A second finger zooms.
    if (!isPrimary) return cancel()
    if (pointerType === 'mouse' || !(target instanceof Element) || target.closest(OTHERS)) return
    const sheet = sheetAt(target)
    if (sheet && !isScrolled(target, sheet)) drag = { id: pointerId, x: clientX, y: clientY, since: timeStamp, sheet, isOn: false, by: 0 }
  }
  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (drag?.id !== pointerId) return
    const [across, along] = [Math.abs(clientX - drag.x), clientY - drag.y]
    if (!drag.isOn) {
      if (along < -SLOP_PX || (across > SLOP_PX && across >= along)) drag = undefined
      if (!drag || along < SLOP_PX) return
      drag.isOn = true
    }
    drag.by = Math.max(0, along)
    drag.sheet.style.translate = `0 ${drag.by}px`
  }
  function up({ pointerId, timeStamp }: PointerEvent) {
    if (drag?.id !== pointerId) return
    if (drag.isOn) void letGo(drag, timeStamp)
    drag = undefined
  }
  function cancel() {
    if (drag?.isOn) void letGo({ ...drag, since: 0, by: 0 }, Number.MAX_VALUE)
    drag = undefined
  }
  addEventListener('pointerdown', down, true)
  addEventListener('pointermove', move, true)
  addEventListener('pointerup', up, true)
  addEventListener('pointercancel', cancel, true)
  // The browser scrolls nothing meanwhile, nor reads the page anew.
  addEventListener('touchmove', event => drag?.isOn && event.cancelable && event.preventDefault(), { passive: false })
}
pullDown()
