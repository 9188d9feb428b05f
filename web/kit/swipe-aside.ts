import { phone } from './screen-width'
import { takeClick } from './no-click'

/** How far a row goes to either side: 0 where nothing is beside it. */
type Room = { before: number; after: number }
type Rows = {
  rows: string
  /** What begins nearer to the left edge of the screen is somebody else's. */
  edge?: number
  /** What is beside a row; nothing when it stays where it is. */
  room: (row: HTMLElement) => Room | undefined
  begun: (row: HTMLElement) => void
  /** It rests aside, and what stands beside it is in sight. */
  rested: (row: HTMLElement) => void
  home: (row: HTMLElement) => void
  /** What is beside it was pulled so far that it is meant without a further press. */
  meant: (row: HTMLElement, side: keyof Room) => void
}

/** A finger that goes less has pressed, or goes up and down: that scrolls. */
const SLOP_PX = 12
const MEANT_PX = 72
/** What has nothing beside it yields a little, and comes back. */
const YIELDS = 6
const FAR = 0.6

/** Rows follow a finger that goes to the side, on a phone. Returns how to bring back the one that rests aside, and how to end. */
export function swipeAside({ rows, edge = 0, room, begun, rested, home, meant }: Rows) {
  let drag: { id: number; x: number; y: number; from: number; at: number; row: HTMLElement; room: Room; isOn: boolean } | undefined
  let aside: { row: HTMLElement; x: number } | undefined

  function put(row: HTMLElement, x: number, how: 'drag' | 'rest') {
    row.dataset.swipe = how
    row.style.translate = `${x}px`
    row.style.setProperty('--aside', `${Math.abs(x)}px`)
  }
  async function bringHome(row: HTMLElement) {
    if (aside?.row === row) aside = undefined
    row.removeAttribute('data-far')
    put(row, 0, 'rest')
    await Promise.allSettled(row.getAnimations().map(({ finished }) => finished))
    if (drag?.row === row || aside?.row === row) return
    delete row.dataset.swipe
    row.style.translate = ''
    row.style.removeProperty('--aside')
    home(row)
  }
  const close = () => aside && void bringHome(aside.row)

  function down({ target, pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) {
    if (pointerType === 'mouse' || !isPrimary || !phone.peek() || clientX < edge) return
    const row = (target as Element).closest<HTMLElement>(rows)
    // It left the list meanwhile.
    if (aside && !aside.row.isConnected) aside = undefined
    if (aside && aside.row !== row) {
      close()
      takeClick()
    }
    // A slider is moved, and so is the place in a recording.
    const has = row && !(target as Element).closest('[data-beside],input,audio,video') && room(row)
    if (has) drag = { id: pointerId, x: clientX, y: clientY, from: aside?.x ?? 0, at: 0, row, room: has, isOn: false }
  }
  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (drag?.id !== pointerId) return
    const { row, room: has } = drag
    if (!drag.isOn) {
      const [across, along] = [Math.abs(clientX - drag.x), Math.abs(clientY - drag.y)]
      if (along > SLOP_PX && along >= across) drag = undefined
      if (!drag || across < SLOP_PX || across <= along) return
      // A finger that rested before has chosen the row instead.
      if (!room(row)) return void (drag = undefined)
      drag.isOn = true
      drag.x = clientX
      begun(row)
    }
    const x = drag.from + clientX - drag.x
    const most = x < 0 ? has.after && row.clientWidth : has.before
    drag.at = Math.sign(x) * (Math.abs(x) <= most ? Math.abs(x) : most + (Math.abs(x) - most) / YIELDS)
    row.toggleAttribute('data-far', isFar(drag.at, drag))
    put(row, drag.at, 'drag')
  }
  const isFar = (x: number, { row, room: has }: { row: HTMLElement; room: Room }) =>
    x < 0 ? has.after > 0 && -x > row.clientWidth * FAR : has.before > 0 && x > MEANT_PX
  function up({ pointerId }: PointerEvent) {
    if (drag?.id !== pointerId) return
    const ended = drag
    drag = undefined
    const { row, room: has, at, isOn } = ended
    if (!isOn && !aside) return
    takeClick()
    if (isOn && at < -has.after / 2 && has.after && !isFar(at, ended)) {
      aside = { row, x: -has.after }
      put(row, -has.after, 'rest')
      return rested(row)
    }
    void bringHome(row)
    if (isOn && isFar(at, ended)) meant(row, at < 0 ? 'after' : 'before')
  }
  function cancel({ pointerId }: PointerEvent) {
    if (drag?.id !== pointerId) return
    const { row, isOn } = drag
    drag = undefined
    if (isOn) void bringHome(row)
  }
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  addEventListener('pointerdown', down, options)
  addEventListener('pointermove', move, options)
  addEventListener('pointerup', up, options)
  addEventListener('pointercancel', cancel, options)
  return {
    close,
    end() {
      listening.abort()
      const row = drag?.isOn ? drag.row : aside?.row
      drag = undefined
      if (row) void bringHome(row)
    },
  }
}
