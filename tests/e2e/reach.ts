import type { Page } from 'playwright-core'

/** In the page: what scrolls sideways as a whole, and what can be pressed or filled in and neither stands in the window nor can be scrolled to. */
async function outOfReach() {
  // What comes in from beyond the edge is measured where it ends.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement
  const controls = 'button,a[href],input,textarea,select,[role=tab],[role=option],[role=menuitem],[role=radio],[role=switch]'
  const seen = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    one =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.sr-only,.skip,[inert],[aria-hidden=true]'),
  )

  /** Why a hand does not get to it. */
  function lostAt(one: HTMLElement) {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    if (right - left < 2 || bottom - top < 2) return
    let [x, y] = [
      [left, right],
      [top, bottom],
    ] as [[number, number], [number, number]]
    let isFixed = getComputedStyle(one).position === 'fixed'
    for (let parent = one.parentElement; parent && !isFixed; parent = parent.parentElement) {
      const style = getComputedStyle(parent)
      const box = parent.getBoundingClientRect()
      isFixed = style.position === 'fixed'
      const within = (at: [number, number], edges: [number, number], overflow: string, scrolls: boolean): [number, number] | undefined => {
        if (overflow === 'visible') return at
        const isIn = at[0] >= edges[0] - 1 && at[1] <= edges[1] + 1
        // What can be scrolled to is wherever its scroller is.
        if (/auto|scroll/.test(overflow) && scrolls) return isIn ? at : edges
        // A long word may be cut by its end; nobody presses less than half of a thing.
        return isIn || Math.min(at[1], edges[1]) - Math.max(at[0], edges[0]) > (at[1] - at[0]) / 2 ? at : undefined
      }
      const [nextX, nextY] = [
        // What scrolls down is not dragged aside: only a strip is.
        within(
          x,
          [box.left, box.right],
          style.overflowX,
          parent.scrollWidth > parent.clientWidth && parent.scrollHeight <= parent.clientHeight + 1,
        ),
        within(y, [box.top, box.bottom], style.overflowY, parent.scrollHeight > parent.clientHeight),
      ]
      if (!nextX || !nextY) return `is cut off by .${parent.className}`
      ;[x, y] = [nextX, nextY]
    }
    const isPageLong = !isFixed && scrollHeight > clientHeight
    if (x[0] < -1 || x[1] > clientWidth + 1) return `stands at ${Math.round(x[0])} to ${Math.round(x[1])} of ${clientWidth} pixels`
    if (!isPageLong && (y[0] < -1 || y[1] > clientHeight + 1))
      return `stands at ${Math.round(y[0])} to ${Math.round(y[1])} of ${clientHeight} pixels from above`
    return
  }

  const lost = seen.flatMap(one => {
    const why = lostAt(one)
    return why ? [`${one.getAttribute('aria-label') ?? one.innerText.trim()} (${one.tagName}.${one.className}) ${why}`] : []
  })
  return [...(scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} pixels`] : []), ...lost]
}

export const lostIn = (page: Page) => page.evaluate(outOfReach)
