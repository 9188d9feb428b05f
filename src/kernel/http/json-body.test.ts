import { expect, spyOn, test } from 'bun:test'
import type { AppError } from '../errors'
import { byteBudget } from '../process/byte-budget'
import { valuesIn, withJson } from './json-body'

const count = (json: string) => valuesIn(new TextEncoder().encode(json))
const free = byteBudget(1_000_000)
const BOUNDS = { bytes: 200_000, values: 100 }
const post = (body: BodyInit, headers: Record<string, string> = {}) => new Request('http://x/', { method: 'POST', body, headers })
const now = (work: () => Promise<void>) => work()
const read = async (request: Request, holding = free, windowMs?: number) => {
  let read: object | undefined
  await withJson(request, BOUNDS, { holding, companyId: 1, turn: now, windowMs }, async body => void (read = body))
  return read
}
const code = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: AppError) => error.code,
  )
const inChunks = (bytes: number, chunk = 1_000) => {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(chunk).fill(0x20))
      if ((sent += chunk) >= bytes) controller.close()
    },
  })
}

test('values are counted by what stands between them, and not by what a text says', () => {
  expect(count('{"a":1,"b":[1,2,{}]}')).toBe(7)
  expect(count(JSON.stringify(['a,b', '{[,', '"],[', '\\', '\\",']))).toBe(6)
  expect(count('"{{{')).toBe(1)
})

test('a body of more bytes or values than its bounds is refused before anything of it is made', async () => {
  const parsed = spyOn(JSON, 'parse')
  const long = `"${'x'.repeat(BOUNDS.bytes)}"`
  expect(await code(read(post(long, { 'content-length': String(long.length) })))).toBe('ERR_BODY_TOO_LARGE')
  // Whatever it says of its length, and when it says nothing.
  expect(await code(read(post(long, { 'content-length': '10' })))).toBe('ERR_BODY_TOO_LARGE')
  expect(await code(read(post(inChunks(BOUNDS.bytes + 1))))).toBe('ERR_BODY_TOO_LARGE')
  for (const many of ['[', '{"a":', '1,', '{},']) expect(await code(read(post(`[${many.repeat(100)}`)))).toBe('ERR_BODY_TOO_LARGE')
  expect(parsed).not.toHaveBeenCalled()
  parsed.mockRestore()
})

test('what is within them is read, with what is written as an escape', async () => {
  const body = { text: 'olá, "tudo" bem?', escape: String.raw`\u0000` }
  expect(await read(post(JSON.stringify(body)))).toEqual({ value: body, values: 3 })
  expect(await code(read(post('{"a":["\\u0000"]}')))).toBe('ERR_VALIDATION')
  expect(await code(read(post('{"a":')))).toBe('ERR_VALIDATION')
})

test('large bodies that are being read wait for each other, and a small one for none of them', async () => {
  const holding = byteBudget(BOUNDS.bytes, 5)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const large = (ends: Promise<void>) =>
    read(
      post(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode(`{}${' '.repeat(70_000)}`))
            await ends
            controller.close()
          },
        }),
      ),
      holding,
    )
  const first = large(ended)
  expect(await code(large(Promise.resolve()))).toBe('ERR_BUSY')
  expect(await code(read(post('{}', { 'content-length': '2' }), holding))).toBe('read')
  expect(await code(read(post(new Blob(['{}']).stream()), holding))).toBe('read')
  end()
  await first
  expect(await code(large(Promise.resolve()))).toBe('read')
})

test('a large body whose sender stalls is given up, and its share is free for others', async () => {
  const holding = byteBudget(BOUNDS.bytes, 5)
  const stalls = () =>
    new ReadableStream<Uint8Array>({ start: controller => controller.enqueue(new TextEncoder().encode(`{}${' '.repeat(70_000)}`)) })
  expect(await code(read(post(stalls()), holding, 5))).toBe('ERR_VALIDATION')
  expect(await code(read(post(stalls(), { 'content-length': '70010' }), holding, 5))).toBe('ERR_VALIDATION')
  expect(await code(read(post(inChunks(70_000)), holding))).toBe('ERR_VALIDATION')
  expect(await code(read(post(new Blob([`{}${' '.repeat(70_000)}`]).stream()), holding))).toBe('read')
})

test('a large body is part of its share until its turn has come, and no longer', async () => {
  const holding = byteBudget(BOUNDS.bytes, 5)
  const large = () => post(new Blob([`{}${' '.repeat(70_000)}`]).stream())
  const others: string[] = []
  const other = async () => void others.push(await code(read(large(), holding)))
  const turn = async (work: () => Promise<void>) => {
    await other()
    await work()
  }
  await withJson(large(), BOUNDS, { holding, companyId: 1, turn }, other)
  expect(others).toEqual(['ERR_BUSY', 'read'])
})
