import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askRunning, serveControl } from '#kernel/process/control'
import { openOffice } from '../factories'

const office = await openOffice()
afterAll(() => office.close())
const { admin } = office.norte.staff

test('a password from the command line ends the sessions and sockets of before, at once', async () => {
  const socket = await admin.client.socket()
  expect((await admin.client.get('/tags')).status).toBe(200)
  const told = await askRunning(office.folder, 'create-admin', { email: admin.email, password: 'fita-de-emergencia' })
  expect(told).toEqual({ answer: { isKnown: true } })
  expect((await admin.client.get('/tags')).status).toBe(403)
  await socket.closed()
})

test('only the owner of the data folder may open the door of the command line', async () => {
  expect(((await stat(join(office.folder, 'control.sock'))).mode & 0o777).toString(8)).toBe('600')
})

test('what the process does not know, or refuses, is told and changes nothing', async () => {
  const ask = (verb: string, given: unknown) => askRunning(office.folder, verb, given).then(String, (error: Error) => error.message)
  expect(await ask('constructor', {})).toBe('this process knows no constructor')
  expect(await ask('create-admin', { email: admin.email, password: '12345' })).toBe('ERR_VALIDATION')
  expect(await ask('create-admin', null)).toBe('ERR_VALIDATION')
})

test.each(['no json\n', '[]\n', '{"verb":7}\n', 'x'.repeat(100_000)])('broken words end the line, and nothing else', async words => {
  const socket = connect(join(office.folder, 'control.sock'))
  socket.resume()
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.write(words)
  await closed
  expect(await askRunning(office.folder, 'create-admin', {}).then(String, (error: Error) => error.message)).toBe('ERR_VALIDATION')
})

test('nobody answers where no process runs, and a socket that a dead one left is replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'control-'))
  expect(await askRunning(folder, 'echo', 1)).toBeUndefined()
  await Bun.write(join(folder, 'control.sock'), '')
  expect(await askRunning(folder, 'echo', 1)).toBeUndefined()
  const { close } = await serveControl(folder, { echo: async given => given })
  expect(await askRunning(folder, 'echo', { a: 1 })).toEqual({ answer: { a: 1 } })
  await close()
  expect(await askRunning(folder, 'echo', 1)).toBeUndefined()
  await rm(folder, { recursive: true })
})
