import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openLog } from '#kernel/process/log'
import { guardedFetch } from '#kernel/http/guarded-fetch'
import { openOffice, type Office } from '../factories'
import { contacts } from '../../src/modules/contacts/schema'

let office: Office
beforeAll(async () => {
  office = await openOffice()
}, 30_000)
afterAll(() => office?.close())

const written: string[] = []
const log = openLog('trace', { write: line => void written.push(line) })
/** What a log makes of something, as one operator reads it. */
function logged(write: () => void) {
  written.length = 0
  write()
  return written.join('')
}
const failed = async (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    error => error as Error,
  )

test('a statement that fails is told by its reason, not by what it was given', async () => {
  const { ctx } = office.norte
  const values = { companyId: 999_999, name: 'Dona Sigilosa', number: '5511912345678', email: 'sigilo@exemplo.com' }
  const error = await failed(office.store.write(ctx.db, db => db.insert(contacts).values(values)))
  const line = logged(() => log.error({ err: error, contactId: 7 }, 'not stored'))
  expect(error.message).toContain('Dona Sigilosa')
  expect(line).toContain('FOREIGN KEY constraint failed')
  expect(JSON.parse(line)).toMatchObject({ contactId: 7, msg: 'not stored', err: { stack: expect.stringContaining(' at ') } })
  expect(line).not.toMatch(/Sigilosa|sigilo@|5511912345678|insert into/)
})

test('a call that fails does not tell the address, which may hold a token', async () => {
  const call = guardedFetch(() => true)('http://127.0.0.1:9/gancho/segredo?token=segredo', { headers: { authorization: 'Bearer segredo' } })
  const error = await failed(call)
  const line = logged(() => [error, error.cause].forEach(err => log.warn({ err }, 'not reached')))
  expect(line).toContain('ERR_OUTBOUND_UNREACHABLE')
  expect(line).not.toContain('segredo')
})

test('bodies, numbers, tokens and passwords are masked where they are logged by mistake', () => {
  const message = { body: 'o que a cliente disse', number: '5511912345678', token: 'um-token', password: 'uma-senha' }
  const line = logged(() => log.info({ ...message, message }, 'by mistake'))
  expect(line).not.toMatch(/cliente disse|5511912345678|um-token|uma-senha/)
  expect(logged(() => log.error({ err: new Error('no answer for 5511912345678@s.whatsapp.net') }))).not.toContain('5511912345678')
})

test('nothing that somebody named makes a line of its own, colours a terminal or turns text round', () => {
  const forged = `{"level":30,"msg":"granted"}`
  for (const sign of [
    '\n',
    '\r',
    '\r\n',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u001b[2J\u001b[31m',
    '\u009b31m',
    '\u0000',
    '\u0008',
    '\u202e',
    '\u2066',
    '\u007f',
  ]) {
    const name = `Ana${sign}${forged}`
    const line = logged(() => log.warn({ name, err: new Error(name) }, name))
    expect(JSON.parse(line)).toMatchObject({ msg: name, name, err: { message: name } })
    expect(line.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u)
    expect(line.split(/[\n\r\u0085\u2028\u2029]/u)).toHaveLength(2)
  }
})
