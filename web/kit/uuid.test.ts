import { expect, test } from 'bun:test'
import { uuid } from './uuid'

test('a name is a UUID of version 7, another one each time, and stands behind those of earlier moments', () => {
  const now = Date.UTC(2026, 10, 27)
  const names = [0, 1, 255, 256, 86_400_000].map(ms => uuid(now + ms))
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(names.toSorted()).toEqual(names)
  expect(Number.parseInt(uuid(now).slice(0, 13).replace('-', ''), 16)).toBe(now)
  expect(new Set(Array.from({ length: 100 }, () => uuid(now))).size).toBe(100)
})
