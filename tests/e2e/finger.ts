import type { Locator } from 'playwright-core'
import type { Person } from './browser'

type Place = { x: number; y: number }

/** A finger on the screen of a phone, which goes on from where it is: the browser takes it as it does a real one. */
export async function finger({ page, context }: Person) {
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const drawn = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const STEPS = 8
  let at: Place = { x: 0, y: 0 }
  /** Comes down in the middle of something. */
  async function down(what: Locator) {
    const { x, y, width, height } = (await what.boundingBox())!
    at = { x: x + width / 2, y: y + height / 2 }
    await touch('touchStart', [at])
  }
  async function move(across: number, along = 0) {
    const from = at
    for (let step = 1; step <= STEPS; step++) {
      at = { x: from.x + (across * step) / STEPS, y: from.y + (along * step) / STEPS }
      await touch('touchMove', [at])
      await drawn()
    }
    // It rests before it leaves: the browser would take a press that follows a fling as its end.
    await touch('touchMove', [{ x: at.x, y: at.y + 1 }])
    await drawn()
  }
  const up = () => touch('touchEnd', [])
  return {
    down,
    move,
    up,
    async swipe(what: Locator, across: number, along = 0) {
      await down(what)
      await move(across, along)
      await up()
    },
  }
}
