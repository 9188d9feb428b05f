import { expect, test } from 'bun:test'
import { measured } from './uploaded-form'

const read = async (chunks: AsyncIterable<Uint8Array>) => {
  let size = 0
  for await (const chunk of chunks) size += chunk.length
  return size
}

test('a body that stalls is given up, and its source is told', async () => {
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new Uint8Array(10)),
    cancel: () => cancelled.resolve(),
  })
  await expect(read(measured(body, 5))).rejects.toThrow('ERR_VALIDATION')
  await cancelled.promise
})

test('a body is refused as soon as it is too large, and one that breaks off is no file', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: controller => controller.enqueue(new Uint8Array(1024 * 1024)) })
  await expect(read(measured(endless))).rejects.toThrow('ERR_BODY_TOO_LARGE')
  const broken = new ReadableStream<Uint8Array>({ pull: controller => controller.error(new Error('gone')) })
  await expect(read(measured(broken))).rejects.toThrow('ERR_VALIDATION')
  await expect(read(measured(null))).rejects.toThrow('ERR_VALIDATION')
})
