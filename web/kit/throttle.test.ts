import { effect, signal } from '@preact/signals-react'
import { afterAll, beforeAll, beforeEach, expect, jest, test } from 'bun:test'

const heard: Record<string, () => void> = {}
const page = { hidden: false, addEventListener: (type: string, listener: () => void) => (heard[type] = listener) }
const { document: before, addEventListener: listens } = globalThis
let kit: typeof import('./throttle')
let said: string[] = []
const tell = (what: string) => kit.take(() => said.push(what))

beforeAll(async () => {
  jest.useFakeTimers()
  Object.assign(globalThis, { document: page, addEventListener: page.addEventListener })
  // One of its own: it notices its page as it is loaded.
  kit = (await import('./throttle?own' as string)) as typeof kit
})
afterAll(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { document: before, addEventListener: listens })
})
beforeEach(() => {
  jest.advanceTimersByTime(5_000)
  said = []
})

test('what is told after a rest is applied at once, what follows waits and comes together, in its order', () => {
  tell('one')
  expect(said).toEqual(['one'])
  tell('two')
  tell('three')
  expect(said).toEqual(['one'])
  jest.advanceTimersByTime(100)
  expect(said).toEqual(['one', 'two', 'three'])
})

test('all that waits is one change for who draws it', () => {
  const count = signal(0)
  let drawings = 0
  const stop = effect(() => void (count.value, drawings++))
  for (let i = 0; i < 5; i++) kit.take(() => count.value++)
  jest.advanceTimersByTime(100)
  stop()
  expect([count.value, drawings]).toEqual([5, 3])
})

test('an answer that comes meanwhile finds all of it applied', () => {
  tell('one')
  tell('two')
  kit.applyTold()
  expect(said).toEqual(['one', 'two'])
})

test('while somebody writes it comes in the first pause', () => {
  heard.input!()
  tell('one')
  tell('two')
  for (let letter = 0; letter < 5; letter++) {
    jest.advanceTimersByTime(200)
    heard.input!()
  }
  expect(said).toEqual(['one'])
  jest.advanceTimersByTime(250)
  expect(said).toEqual(['one', 'two'])
})

test('who writes without a pause has it every three seconds', () => {
  tell('one')
  tell('two')
  for (let letter = 0; letter < 29; letter++) {
    heard.input!()
    jest.advanceTimersByTime(100)
  }
  expect(said).toEqual(['one'])
  heard.input!()
  jest.advanceTimersByTime(100)
  expect(said).toEqual(['one', 'two'])
})

test('who sends has written: what waits is applied, and what follows waits as it does for anybody', () => {
  heard.input!()
  tell('one')
  tell('two')
  kit.endWriting()
  expect(said).toEqual(['one', 'two'])
  tell('how far it got')
  jest.advanceTimersByTime(100)
  expect(said).toEqual(['one', 'two', 'how far it got'])
})

test('a page that is not seen waits for nothing, and neither does one that is left', () => {
  tell('one')
  tell('two')
  heard.visibilitychange!()
  expect(said).toEqual(['one', 'two'])
  page.hidden = true
  tell('three')
  page.hidden = false
  expect(said).toEqual(['one', 'two', 'three'])
})

test('what fails is reported, and holds up nothing that was told with it or after it, nor who wanted it applied', () => {
  const reported: unknown[] = []
  const { reportError: before } = globalThis
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(String(error)) })
  const fails = () => {
    throw new Error('not drawn')
  }
  const count = signal(0)
  const stop = effect(() => void (count.value && fails()))
  tell('one')
  kit.take(fails, () => said.push('two'))
  kit.take(() => count.value++)
  tell('three')
  kit.applyTold()
  stop()
  Object.assign(globalThis, { reportError: before })
  expect([said, reported]).toEqual([
    ['one', 'two', 'three'],
    ['Error: not drawn', 'Error: not drawn'],
  ])
})
