import { expect, test } from 'bun:test'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { testOffice } from '../../tests/office'
import { clockIsSound } from './checks'
import { doctor } from './doctor'

const office = await testOffice()

async function examine(environment: Record<string, string> = {}, quick = false) {
  const lines: string[] = []
  const base = { DATA_DIR: office.folder, PORT: String(office.product.server.port) }
  const isWell = await doctor(line => void lines.push(line), quick, { ...base, ...environment })
  const about = (name: string) => lines.find(line => line.slice(6).startsWith(`${name}: `))
  return { isWell, lines, about }
}

/** A message with a file, and where the file lies. */
async function photo() {
  const { hash, size } = await office.norte.ctx.media.save(crypto.getRandomValues(new Uint8Array(100)))
  const media = { hash, size, mimetype: 'image/png', fileName: null, voice: false, seconds: null, waveform: null, width: 1, height: 1 }
  await office.norte.makeMessage(office.norte.tickets.open, { mediaType: 'image', media })
  return join(office.folder, 'media', hash.slice(0, 2), hash.slice(2))
}

test('an installation that runs is well, and each check says what it saw', async () => {
  await photo()
  const { isWell, lines, about } = await examine()
  expect(lines.map(line => line.replace(/: .*/, ''))).toEqual(
    ['data folder', 'disk', 'secrets', 'database', 'schema', 'search', 'clock', 'jobs', 'log', 'media', 'server'].map(
      name => `ok    ${name}`,
    ),
  )
  expect(about('media')).toBe('ok    media: 1 files, 0 of them named by nothing')
  expect(isWell).toBe(true)
})

test('quick asks the server alone', async () => {
  expect((await examine({}, true)).lines).toEqual([`ok    server: answers at port ${office.product.server.port}`])
  const gone = await examine({ PORT: '9' }, true)
  expect(gone.lines).toEqual(['FAIL  server: nothing answers at port 9'])
  expect(gone.isWell).toBe(false)
})

test('secrets that others can read are told', async () => {
  const path = join(office.folder, 'secrets.json')
  await chmod(path, 0o644)
  const { isWell, about } = await examine()
  await chmod(path, 0o600)
  expect(about('secrets')).toBe('FAIL  secrets: secrets.json can be read by others (mode 644): chmod 600')
  expect(isWell).toBe(false)
})

test('a text that damage kept out of the index is told, with what mends it', async () => {
  const { client } = office.store
  await client.execute('insert into messages_to_index values (1)')
  expect((await examine()).about('search')).toMatch(/^FAIL {2}search: 1 messages are not found .*: restart the server$/)
  await client.execute('delete from messages_to_index')
  expect((await examine()).about('search')).toBe('ok    search: all texts are in the index')
})

test('a file that is missing is a fault, one that nothing names is not', async () => {
  await rm(await photo())
  const stray = join(office.folder, 'media/aa', 'b'.repeat(62))
  await mkdir(dirname(stray), { recursive: true })
  await Bun.write(stray, 'nobody asked for it')
  expect((await examine()).about('media')).toMatch(/^FAIL {2}media: 1 of the newest \d+ files are missing$/)
  await office.store.client.execute('update messages set media = null')
  expect((await examine()).about('media')).toMatch(/^ok {4}media: \d+ files, [1-9]\d* of them named by nothing$/)
})

test('what a list of files, a room of colleagues and the brand name is named by something', async () => {
  const { ana, bia, admin } = office.norte.staff
  const named = async () =>
    /(\d+) files, (\d+) of them/
      .exec((await examine()).about('media')!)!
      .slice(1)
      .map(Number)
  const [files, strays] = await named()
  const formOf = (field: string, name: string, type: string, content = name) => {
    const form = new FormData()
    form.set(field, new File([content], name, { type }))
    return form
  }
  const options = [{ name: 'Planos', path: '', mediaType: '' }]
  const { body: list } = await admin.client.post<{ id: number; options: { id: number }[] }>('/files', {
    name: 'Planos',
    message: 'Segue',
    options,
  })
  const option = formOf('files', 'planos.pdf', 'application/pdf')
  option.set('id', String(list.options[0]!.id))
  await admin.client.post(`/files/uploadList/${list.id}`, option)
  const { body: room } = await ana.client.post<{ id: number }>('/chats', { title: 'Plantão', users: [{ id: bia.id }] })
  await ana.client.post(`/chats/${room.id}/messages`, formOf('medias', 'escala.txt', 'text/plain'))
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#0b7f70"/></svg>'
  await admin.client.post('/brand/files/login', formOf('file', 'logo.svg', 'image/svg+xml', logo))
  expect(await named()).toEqual([files! + 3, strays!])
})

test('work that was given up is told, for a week', async () => {
  const failed = (daysAgo: number) =>
    office.store.client.execute({
      sql: `insert into jobs (company_id, kind, payload, priority, due_at, state, last_error, created_at, updated_at)
        values (?, 'robot-turn', '{}', 0, 0, 'failed', 'the line is dead', 0, ?)`,
      args: [office.norte.id, Date.now() - daysAgo * 24 * 3600_000],
    })
  await failed(8)
  // Each of the two companies has a message that is scheduled.
  expect((await examine()).about('jobs')).toBe('ok    jobs: 2 to be done')
  await failed(1)
  expect((await examine()).about('jobs')).toBe('FAIL  jobs: 1 × robot-turn failed for good this week (the line is dead)')
  await office.store.client.execute('delete from jobs')
})

test('a schema of another version is told', async () => {
  const { rows } = await office.store.client.execute('select * from migrations order by name desc limit 1')
  const { name, hash, applied_at } = rows[0]!
  await office.store.client.execute({ sql: 'delete from migrations where name = ?', args: [name!] })
  expect((await examine()).about('schema')).toBe(`FAIL  schema: ${String(name)} missing: start this version once`)
  await office.store.client.execute({ sql: 'insert into migrations values (?, ?, ?)', args: [name!, hash!, applied_at!] })
  await office.store.client.execute("insert into migrations values ('9999_later.sql', 'x', 1)")
  expect((await examine()).about('schema')).toContain('newer than this version')
  await office.store.client.execute("delete from migrations where name = '9999_later.sql'")
})

test('a clock that stands before what was written is told', async () => {
  const yesterday = Date.now() - 24 * 3600_000
  await expect(clockIsSound(office.store.client, yesterday)).rejects.toThrow('minutes behind what was written before')
})

test('a server in trouble says which', async () => {
  await office.store.client.executeMultiple('pragma query_only=1')
  await office.store.client.execute('delete from tags').catch(() => undefined)
  expect((await examine({}, true)).lines).toEqual([`FAIL  server: at port ${office.product.server.port}: degraded, read_only`])
  await office.store.client.executeMultiple('pragma query_only=0')
})

test('a folder with nothing in it is told, and left as it was', async () => {
  const empty = join(office.folder, 'empty')
  await mkdir(empty)
  const { isWell, about } = await examine({ DATA_DIR: empty })
  expect(about('database')).toBe(`FAIL  database: there is none at ${empty}/balcao.db`)
  expect(isWell).toBe(false)
  expect([...new Bun.Glob('*').scanSync({ cwd: empty })]).toEqual([])
})
