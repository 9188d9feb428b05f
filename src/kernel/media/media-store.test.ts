import { afterAll, expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaStore } from './media-store'

const folder = await mkdtemp(join(tmpdir(), 'media-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const store = mediaStore(folder, 'segredo')
const bytesOf = (text: string) => new TextEncoder().encode(text)
async function* inPieces(...texts: string[]) {
  for (const text of texts) yield bytesOf(text)
}

const probe = await open(join(folder, 'probe'), 'w')
const handle = Object.getPrototypeOf(probe) as typeof probe
const synced = spyOn(handle, 'datasync')
await probe.close()
afterAll(() => synced.mockRestore())

test('a file is on the disk before it has its name, whole or in pieces; what is there for a moment alone need not be', async () => {
  const { hash } = await store.save(bytesOf('um recibo'))
  expect([await store.read(hash).text(), synced.mock.calls.length]).toEqual(['um recibo', 1])
  expect(await store.save(inPieces('um ', 'recibo'))).toEqual({ hash, size: 9 })
  expect(synced).toHaveBeenCalledTimes(2)
  expect(await store.spooled(inPieces('um ', 'formulário'), file => file.text())).toBe('um formulário')
  expect(synced).toHaveBeenCalledTimes(2)
})

test('its name is on the disk as well before anybody hears of it, and that of the folder that was made for it', async () => {
  const bytes = bytesOf('mais um recibo')
  const target = store.path(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  const named: boolean[] = []
  const folders = spyOn(handle, 'sync').mockImplementation(async () => void named.push(existsSync(target)))
  await store.save(bytes)
  folders.mockRestore()
  expect(named).toEqual([true, true, true])
})

test('what a power cut left of a file is written anew by who sends it again', async () => {
  const { hash } = await store.save(bytesOf('uma foto'))
  await truncate(store.path(hash), 0)
  await store.save(bytesOf('uma foto'))
  expect(await store.read(hash).text()).toBe('uma foto')
})
