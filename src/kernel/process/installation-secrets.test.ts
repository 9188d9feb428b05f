import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationSecrets } from './installation-secrets'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  path = join(folder, 'secrets.json')
})
afterEach(() => rm(folder, { recursive: true }))

test('they are on the disk before they have their name, and so is the name before they are used', async () => {
  const probe = await open(folder, 'r')
  const seen: string[][] = []
  const synced = spyOn(Object.getPrototypeOf(probe) as typeof probe, 'sync').mockImplementation(
    async () => void seen.push(await readdir(folder)),
  )
  await probe.close()
  const secrets = await installationSecrets(folder, true)
  synced.mockRestore()
  expect(seen).toEqual([['secrets.json.new'], ['secrets.json']])
  expect(await installationSecrets(folder, true)).toEqual(secrets)
})

test('what is there and can’t be read is not replaced', async () => {
  await writeFile(path, '')
  expect(installationSecrets(folder, true)).rejects.toThrow()
  expect(await readFile(path, 'utf8')).toBe('')
})

test('beside a database that is in use they are not made anew, unless an empty object asks for it', async () => {
  expect(installationSecrets(folder, false)).rejects.toThrow('it is missing beside a database that is in use')
  await writeFile(path, '{}')
  expect(Object.values(await installationSecrets(folder, false)).every(secret => secret.length > 20)).toBe(true)
})
