import { observeElementOffset, type Range, Virtualizer } from '@tanstack/virtual-core'
import { afterPaint } from '../../../kit/throttle'
import { heightOf, type Row } from './row-heights'

/** Rows above and below those in sight that are drawn too; an ordinary conversation is drawn whole. */
const MARGIN = 16
/** So many of them on each side come with one frame: a page of older messages, or a conversation that opens, drawn whole at once would cost two. */
const GROWTH = 6
/** So many rows stay drawn for the sake of words that are selected over them. */
const MOST_SELECTED = 1_000
/** So many pixels from its end, the conversation goes on by itself with what comes. */
const NEAR_END = 80
/** Whoever moved away from the end by more than this is not pulled back to it: a finger begins with a few pixels. */
const OFF_END = 2
/** A row that is gone to with the lines above its bubble begins a bit above the top: what is on top is it, and not the one before. */
const AT_TOP = -2

/** A message, and how far below the top of what is seen it stands; `isRow` with the lines above its bubble. */
export type Anchor = { key: string; top: number; isRow?: boolean }
/** How high each row is, as far as it was drawn once, and how high it may be; where a conversation is opened again nothing moves. */
export type Heights = Map<string, number>
/** Rows that stay drawn wherever one scrolls: what has the focus, what plays, what is selected from and to. */
type Pinned = { focused?: string; playing?: string; selected?: [string, string] }
type View = Virtualizer<HTMLElement, HTMLElement>

/** Of the box that was there last: one that comes in its place has it too, and to read it would lay the page out while it is built. */
let size = { width: 0, height: innerHeight }
function observeSize({ scrollElement }: View, changed: (rect: typeof size) => void) {
  const watch = new ResizeObserver(() => changed((size = { width: scrollElement!.clientWidth, height: scrollElement!.clientHeight })))
  watch.observe(scrollElement!)
  return () => watch.disconnect()
}

function listed({ from, to }: Drawn, pinned: number[]) {
  const shown = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return pinned.length ? [...new Set([...shown, ...pinned])].toSorted((a, b) => a - b) : shown
}
/** The rows that are drawn from and to, and whether all that belong there are among them. */
type Drawn = { from: number; to: number; isWhole: boolean }
const NONE: Drawn = { from: 0, to: -1, isWhole: true }

/** Those in sight and some around them, which grow from those that are drawn already. */
function grown({ startIndex, endIndex, count }: Range, { from, to }: Drawn): Drawn {
  const isApart = to < startIndex || from > endIndex
  const first = Math.max(startIndex - MARGIN, 0)
  const last = Math.min(endIndex + MARGIN, count - 1)
  const drawn = {
    from: Math.max(first, (isApart ? startIndex : Math.min(from, startIndex)) - GROWTH),
    to: Math.min(last, (isApart ? endIndex : Math.max(to, endIndex)) + GROWTH),
  }
  return { ...drawn, isWhole: drawn.from === first && drawn.to === last }
}

/**
 * Which rows of a conversation are drawn, and where it is scrolled to. What is read stays where it is, whatever comes above, goes or changes
 * its height: the messages in sight are remembered with their places, and after each change the first that is still there is put back. While
 * a hand scrolls, that is done by moving the rows (`held`), because setting `scrollTop` would end the movement; once it rests, by scrolling.
 */
export function virtualRows(redraw: (now: boolean) => void, first?: Anchor, heights: Heights = new Map()) {
  let rows: Row[] = []
  let [box, list]: HTMLElement[] = []
  let start = first
  let atEnd = !first
  let isNear = atEnd
  let held = 0
  let top = 0
  let height = 0
  let places: Anchor[] = []
  let pinned: Pinned = {}
  let shown = NONE
  let isDrawing = false
  /** What was scrolled here moves nothing any more when the browser tells of it. */
  let isByHand = true
  let tell = (_offset: number, _isMoving: boolean) => {}

  const estimate = (index: number) => {
    const row = rows[index]!
    const known = heights.get(row.key) ?? heightOf(row, size.width || 600)
    heights.set(row.key, known)
    return known
  }
  const options = () => ({
    count: rows.length,
    getItemKey: keyOf,
    getScrollElement: () => box ?? null,
    estimateSize: estimate,
    rangeExtractor: extract,
    initialRect: size,
    initialOffset: Number.MAX_SAFE_INTEGER,
    observeElementRect: observeSize,
    observeElementOffset: (instance: View, changed: typeof tell) => {
      tell = changed
      return observeElementOffset(instance, (_, isMoving) => changed(offset(), isMoving && isByHand))
    },
    // Rows stand in the flow with their true height: to read it while they are drawn would lay them out once more.
    measureElement: (element: HTMLElement, entry?: ResizeObserverEntry) => {
      const index = Number(element.dataset.index)
      const { key } = rows[index]!
      const measured = entry?.borderBoxSize[0]?.blockSize
      if (measured !== undefined) heights.set(key, measured)
      return measured ?? view.itemSizeCache.get(key) ?? estimate(index)
    },
    // What scrolls and keeps places stands below.
    scrollToFn: () => {},
    onChange: (_: View, isNow: boolean) => redraw(isNow && !isDrawing),
  })
  let keyOf = (index: number) => rows[index]!.key
  let extract = (range: Range) => listed((shown = grown(range, shown)), [])
  const view: View = new Virtualizer(options())
  view.shouldAdjustScrollPositionOnItemSizeChange = () => false

  /** How far the rows are scrolled. */
  const offset = () => box!.scrollTop - (list!.offsetTop - box!.offsetTop)
  const rest = () => box!.scrollHeight - box!.scrollTop - box!.clientHeight
  const indexOf = (key: string) => rows.findIndex(row => row.key === key)
  /** The bubble of a row that is drawn: the line of a day above it comes and goes with older pages. */
  function elementOf({ key, isRow }: Pick<Anchor, 'key' | 'isRow'>) {
    const element = view.elementsCache.get(key)
    if (element?.isConnected) return isRow ? element : (element.querySelector('[data-message]') ?? element)
  }
  const topOf = (element: Element) => element.getBoundingClientRect().top - box!.getBoundingClientRect().top

  /** What is in sight; rows that begin there come before one that only reaches into it. */
  function remember() {
    places = []
    for (let index = view.getVirtualItemForOffset(offset())?.index ?? 0; index < rows.length; index++) {
      const { key } = rows[index]!
      const element = elementOf({ key })
      if (!element) break
      const at = topOf(element)
      if (at > box!.clientHeight) break
      places.push({ key, top: at })
    }
    places.sort((a, b) => Number(a.top < 0) - Number(b.top < 0) || a.top - b.top)
  }
  function hold(by: number) {
    if (by === held) return
    held = by
    list!.style.marginTop = `${-held}px`
  }
  function scrollTo(to: number) {
    box!.scrollTop = to
    top = box!.scrollTop
  }
  /** The rows go back to where they belong, and the box is scrolled by as much: nothing is seen of it. */
  function release() {
    if (!held) return
    const to = box!.scrollTop + held
    hold(0)
    scrollTo(to)
  }
  /** Who scrolled in this moment is where they are: the browser tells of it with the next frame alone. */
  function notice() {
    const moved = box!.scrollTop - top
    // While one foot of the conversation gave way to another, the browser itself scrolled up to the end that was for an instant.
    const isResized = box!.clientHeight !== height
    height = box!.clientHeight
    if (!moved) return
    top = box!.scrollTop
    for (const place of places) place.top -= moved
    if (!atEnd || isResized || moved > 0 || rest() < OFF_END) return
    atEnd = false
    remember()
    redraw(false)
  }
  /** Puts what is read back to where it was. */
  function settle() {
    notice()
    if (atEnd) {
      hold(0)
      return scrollTo(box!.scrollHeight)
    }
    const place = places.find(elementOf)
    if (!place) return remember()
    const element = elementOf(place)!
    const by = topOf(element) - place.top
    if (Math.abs(by) < 0.5) return
    if (view.isScrolling) return hold(held + by)
    scrollTo(box!.scrollTop + by)
    // At the beginning and at the end there is nothing more to scroll.
    place.top = topOf(element)
  }
  /** Goes to a message: to where it was, to the top with the lines above it, or to the middle. Whether it is there. */
  function show(key: string, how: 'middle' | 'top' | Anchor = 'middle') {
    const index = indexOf(key)
    if (!box || index < 0) return false
    atEnd = isNear = false
    hold(0)
    view.getTotalSize()
    const { start: from, size } = view.measurementsCache[index]!
    const middle = { key, top: Math.max(8, (box.clientHeight - size) / 2) }
    places = [how === 'middle' ? middle : how === 'top' ? { key, top: AT_TOP, isRow: true } : { ...how }]
    scrollTo(list!.offsetTop - box.offsetTop + from - places[0]!.top)
    tell(offset(), false)
    redraw(false)
    return true
  }
  /** The rows of the next drawing. */
  function take(next: Row[]) {
    if (rows === next) return
    const place = places.find(({ key }) => indexOf(key) >= 0)
    const before = place && view.measurementsCache[indexOf(place.key)]?.start
    const [from, to] = [shown.from, shown.to].map(index => rows[index]?.key)
    rows = next
    shown = from && to ? { ...shown, from: indexOf(from), to: indexOf(to) } : NONE
    keyOf = index => rows[index]!.key
    pin({})
    // Who rests a bit above the end goes on with what comes.
    if (isNear && !view.isScrolling) atEnd = true
    view.getTotalSize()
    const after = place && view.measurementsCache[indexOf(place.key)]?.start
    if (atEnd) view.scrollOffset = Number.MAX_SAFE_INTEGER
    else if (before !== undefined && after !== undefined) view.scrollOffset = (view.scrollOffset ?? 0) + after - before
  }
  function pin(more: Pinned) {
    pinned = { ...pinned, ...more }
    const { focused, playing, selected } = pinned
    const single = [focused, playing].flatMap(key => (key === undefined ? [] : indexOf(key)))
    const [from, to] = (selected ?? []).map(indexOf).toSorted((a, b) => a - b)
    const many = Array.from({ length: from === undefined ? 0 : Math.min(to! - from + 1, MOST_SELECTED) }, (_, i) => from! + i)
    const indexes = [...single, ...many].filter(index => index >= 0)
    extract = range => listed((shown = grown(range, shown)), indexes)
    view.setOptions(options())
  }
  /** Draws some more around what is in sight, until all that belongs there is drawn. */
  function grow() {
    if (!box?.isConnected || shown.isWhole) return
    pin({})
    redraw(false)
  }

  return {
    view,
    take,
    pin,
    show,
    attach(outer: HTMLElement, inner: HTMLElement) {
      ;[box, list] = [outer, inner]
      const stop = view._didMount()
      const watch = new ResizeObserver(settle)
      // The rows without the space around them, which is set here.
      for (const element of [outer, inner]) watch.observe(element)
      return () => {
        watch.disconnect()
        stop()
      }
    },
    /** The space of the rows that are not drawn. It comes with those that are: who reads the page between them would have the browser scroll. */
    space(items: ReturnType<View['getVirtualItems']>) {
      const last = items.at(-1)
      return { paddingTop: items[0]?.start ?? 0, paddingBottom: last ? view.getTotalSize() - last.end : 0 }
    },
    /** After each drawing, before it is seen. */
    drawn() {
      isDrawing = true
      view._willUpdate()
      if (start && rows.length) {
        atEnd = !show(start.key, start)
        start = undefined
      }
      if (!view.isScrolling) release()
      settle()
      isDrawing = false
      // A box without a height has none in sight.
      if (view.range && !shown.isWhole) afterPaint(grow)
    },
    /** The browser scrolled: by how much that was not done here, and how far it is to the ends. */
    scrolled(hasNewer: boolean) {
      const by = box!.scrollTop - top
      top = box!.scrollTop
      isByHand = by !== 0
      if (by) remember()
      isNear = rest() < NEAR_END && !hasNewer
      const isThere = isNear && rest() < OFF_END
      atEnd = isThere || (!by && atEnd && isNear)
      // What was held back begins above the beginning.
      if (box!.scrollTop < NEAR_END) release()
      return { by, above: box!.scrollTop, below: rest(), isNearEnd: rest() < NEAR_END, screen: box!.clientHeight }
    },
    /** How high everything is from a message on, as far as it was measured. */
    heightFrom(key: string) {
      const index = indexOf(key)
      return index < 0 ? 0 : view.getTotalSize() - view.measurementsCache[index]!.start
    },
    toEnd() {
      atEnd = isNear = true
      settle()
    },
    /** What is in sight stays there while it grows, at the end too. */
    stay() {
      atEnd = isNear = false
      remember()
    },
    isAtEnd: () => atEnd,
    /** Whether something stands above what is seen. At the end that is not read, but told by how high the rows are. */
    isScrolled: () => (atEnd ? view.getTotalSize() > size.height : (view.scrollOffset ?? 0) > 0),
    /** Where one reads; at the end, nowhere. */
    place: () => (atEnd ? undefined : places[0]),
    /** The key of the row in which something of the page stands. */
    keyAt(node: Node | null) {
      const element = node instanceof Element ? node : node?.parentElement
      const row = element?.closest<HTMLElement>('[data-index]')
      return row && list?.contains(row) ? rows[Number(row.dataset.index)]?.key : undefined
    },
  }
}
