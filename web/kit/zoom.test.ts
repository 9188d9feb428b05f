import { expect, test } from 'bun:test'
import { turned, WHOLE, zoomed } from './zoom'

test('what is under the pointer stays there while a picture is scaled', () => {
  const pointer = { x: 120, y: -40 }
  // Of the picture itself, in its own pixels from its middle.
  const under = ({ scale, x, y }: typeof WHOLE) => ({ x: (pointer.x - x) / scale, y: (pointer.y - y) / scale })
  const near = zoomed(WHOLE, 3, pointer)
  expect(near.scale).toBe(3)
  expect(under(near).x).toBeCloseTo(under(WHOLE).x)
  expect(under(zoomed(near, 2, pointer)).y).toBeCloseTo(under(WHOLE).y)
})

test('a picture is never smaller than whole, where it stands in the middle, nor larger than eight times', () => {
  expect(zoomed({ scale: 2, x: 50, y: 60, turns: 1 }, 0.1)).toEqual({ ...WHOLE, turns: 1 })
  expect(zoomed(WHOLE, 100).scale).toBe(8)
})

test('a turn is a quarter, and shows the whole picture', () => {
  expect(turned(zoomed({ ...WHOLE, turns: 3 }, 4, { x: 9, y: 9 }))).toEqual({ ...WHOLE, turns: 4 })
})
