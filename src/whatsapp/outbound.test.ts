import { expect, test } from 'bun:test'
import type { WASocket } from '@whiskeysockets/baileys'
import { knownNumbers, send } from './outbound'

/** An error in the form of Baileys'. */
const boom = (message: string, { data, statusCode = 500 }: { data?: number; statusCode?: number }) =>
  Object.assign(new Error(message), { data, output: { statusCode } })

/** What a socket's error for a message becomes. */
const refused = (error: Error) => {
  const sock = { ws: { isOpen: true }, sendMessage: () => Promise.reject(error) } as unknown as WASocket
  const text = { do: 'text', connectionId: 7, id: 'A', body: 'oi', quoted: null, forwarded: false } as const
  return send(sock, { ...text, chat: { pn: null, lid: '1' } }, {}, knownNumbers()).catch((error: unknown) => error)
}

test('a server in trouble refuses nothing for good', async () => {
  const trouble = boom('internal-server-error', { data: 500 })
  expect(await refused(trouble)).toBe(trouble)
})

test.each([
  ['a code of the server', boom('not-acceptable', { data: 406 })],
  ['words of the library', boom('All encryptions failed', { statusCode: 500 })],
])('%s refuses for good', async (_, error) => {
  expect(await refused(error)).toMatchObject({ code: 'ERR_SENDING_WAPP_MSG' })
})

test('a timeout is a connection that does not answer', async () => {
  expect(await refused(boom('Timed Out', { statusCode: 408 }))).toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' })
})
