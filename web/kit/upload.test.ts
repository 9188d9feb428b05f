import { afterAll, beforeAll, expect, jest, test } from 'bun:test'
import { openPage } from '../../tests/page'
import { until } from '../../tests/until'

type Line = { upload: { onprogress?: (event: object) => void }; onabort?: () => void; onloadend?: () => void }
const lines: Line[] = []
/** A network that takes what is sent, and tells nothing any more. */
class Dead {
  upload: Line['upload'] = {}
  onabort?: () => void
  onloadend?: () => void
  open() {
    lines.push(this)
  }
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
}
const { XMLHttpRequest: before } = globalThis
let page: ReturnType<typeof openPage>
let kit: typeof import('./api') & typeof import('./upload')

beforeAll(async () => {
  page = openPage(1, { token: '' })
  Object.assign(globalThis, { XMLHttpRequest: Dead })
  kit = { ...(await import('./api')), ...(await import('./upload')) }
  jest.useFakeTimers()
})
afterAll(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { XMLHttpRequest: before })
  page.close()
})

test('an upload of which nothing goes on ends, so that a ticket can be resolved that waits for it; one that is slow does not', async () => {
  let ended: unknown
  const told: number[] = []
  kit.setToken(null)
  kit.upload('/messages/1', new FormData(), part => told.push(part)).catch(error => (ended = error))
  await Promise.resolve()
  for (let i = 1; i <= 10; i++) {
    jest.advanceTimersByTime(100_000)
    lines[0]!.upload.onprogress!({ lengthComputable: true, loaded: i, total: 10 })
  }
  await Promise.resolve()
  expect([told.length, ended]).toEqual([10, undefined])
  jest.advanceTimersByTime(120_000)
  jest.useRealTimers()
  await until(() => ended)
  expect(ended).toMatchObject({ status: 0 })
})
