import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { keepSecrets } from '../secrets'
import { bubble, composer, conversation, pressButton, thread } from './agent'
import { emptyFolder, type Running, serve } from './binary'
import { type Browsing, look, openBrowser, type Person } from './browser'
import { until } from './shop'
import { whenStill } from './visit'

setDefaultTimeout(120_000)

const PASSWORD = 'uma frase curta'
keepSecrets('password', [PASSWORD])
const MESSAGES = 400
/** Ten a day, at nine in the morning of São Paulo and after; the last day is one of 2026. */
const FIRST_DAY = Date.parse('2026-01-01T12:00:00Z')
const DAY = 24 * 3600_000
const PICTURE = 330
const UNREAD = 372

/** A company with one conversation, written by the seed, and given the days, the picture and the unread messages that are looked for. */
async function longConversation(data: string) {
  const sizes = { contacts: 1, tickets: 1, users: 1, queues: 1, tags: 1, connections: 1, messages: MESSAGES }
  const args = Object.entries({ ...sizes, data, password: PASSWORD }).map(([name, value]) => `--${name}=${value}`)
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'bench/dataset/seed.ts', ...args], { cwd: join(import.meta.dir, '../..') })
  expect(exitCode).toBe(0)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const picture = await new Bun.Image(Buffer.from(pixel, 'base64')).resize(90, 360, { fit: 'fill' }).png().bytes()
  const hash = new Bun.CryptoHasher('sha256').update(picture).digest('hex')
  await Bun.write(join(data, 'media', hash.slice(0, 2), hash.slice(2)), picture)
  const media = { hash, mimetype: 'image/png', fileName: 'comprovante.png', size: picture.length, voice: false }
  const unknown = { seconds: null, waveform: null, width: null, height: null }
  const db = new Database(join(data, 'balcao.db'))
  db.run(
    `update messages set read = id < ${UNREAD}, from_me = id < ${UNREAD} and id % 3 = 0, media_type = 'chat', media = null, uid = 'M' || id,
     body = 'linha ' || id || '.' || iif(id % 5, '', replace(hex(zeroblob(60)), '00', ' e mais')), created_at =
     ${FIRST_DAY} + (id - 1) / 10 * ${DAY} + (id - 1) % 10 * 60000 + iif(id > 200, ${DAY}, 0)`,
  )
  db.run(`update messages set media_type = 'image', body = 'comprovante.png', media = ? where id = ${PICTURE}`, [
    JSON.stringify({ ...media, ...unknown }),
  ])
  db.run(`update tickets set status = 'open', user_id = 1, unread_messages = ${MESSAGES - UNREAD + 1}`)
  const { uuid } = db.query('select uuid from tickets').get() as { uuid: string }
  db.close()
  return { email: /Sign in as (\S+)/.exec(stdout.toString())![1]!, path: `/tickets/${uuid}` }
}

let folder: Awaited<ReturnType<typeof emptyFolder>>
let product: Running
let browser: Browsing
let bia: Person
beforeAll(async () => {
  folder = await emptyFolder()
  const { email, path } = await longConversation(join(folder.path, 'data'))
  ;[product, browser] = await Promise.all([serve(folder.path, { DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'warn' }), openBrowser()])
  const login = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token } = (await login.json()) as { token: string }
  const [name, value] = login.headers.getSetCookie()[0]!.split(';')[0]!.split('=') as [string, string]
  bia = await browser.open('wide', product.url, { token, cookie: { name, value } })
  await bia.page.goto(path)
  await bubble(bia, `linha ${MESSAGES}.`).waitFor()
})
afterAll(async () => {
  await bia?.close()
  await browser?.close()
  await product?.stop()
  await folder?.remove()
})

const pixels = (id: number) => thread(bia).locator(`[data-message="M${id}"]`)
/** Where a message stands on the screen. */
const top = (id: number) => pixels(id).evaluate(element => element.getBoundingClientRect().top)
/** The message in the middle of what is read. */
const read = () =>
  thread(bia).evaluate(box => {
    const { top, height } = box.getBoundingClientRect()
    const messages = [...box.querySelectorAll<HTMLElement>('[data-message]')]
    return Number(messages.find(one => one.getBoundingClientRect().top > top + height / 3)!.dataset.message!.slice(1))
  })
const frames = () => bia.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
/** What happens moves nothing of what is read by more than a pixel. */
async function stays(happens: () => Promise<unknown>) {
  const id = await read()
  const before = await top(id)
  await happens()
  await frames()
  expect(Math.abs((await top(id)) - before)).toBeLessThanOrEqual(1)
}

test('what nobody read begins below a line, which a press goes to, and the end is a press away', async () => {
  const pill = (await bia.page.getByRole('button', { name: 'Primeira não lida' }).boundingBox())!
  const [edge, room] = await bia.page
    .locator('.thread-box')
    .evaluate(box => [box.getBoundingClientRect().top, Number.parseFloat(getComputedStyle(box, '::before').height)] as const)
  expect(pill.y + pill.height).toBeLessThanOrEqual(edge + room)
  expect(await look(bia, 'to-fresh')).toEqual([])
  await pressButton(bia, 'Primeira não lida')
  const line = thread(bia).getByText('novas', { exact: true })
  await line.waitFor()
  await bia.page.getByRole('button', { name: 'Primeira não lida' }).waitFor({ state: 'detached' })
  const [{ y }, box] = [(await line.boundingBox())!, (await thread(bia).boundingBox())!]
  expect(y > box.y && y < box.y + box.height).toBe(true)
  expect(await top(UNREAD)).toBeGreaterThan(y)
  expect(await look(bia, 'scroll-unread')).toEqual([])
  await pressButton(bia, 'Ir para o fim')
  await bia.page.getByRole('button', { name: 'Ir para o fim' }).waitFor({ state: 'detached' })
  expect(await thread(bia).evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThanOrEqual(1)
})

test('a finger or a wheel that begins with a few pixels moves away from the end', async () => {
  const rest = () => thread(bia).evaluate(box => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  await thread(bia).hover()
  for (const moved of [12, 24, 36, 48]) {
    await bia.page.mouse.wheel(0, -12)
    await until(async () => (await rest()) === moved, undefined, `${moved} pixels from the end`)
    await frames()
    expect(await rest()).toBe(moved)
  }
})

test('an older page, a picture that comes late and a smaller screen leave what is read where it is', async () => {
  const { promise: isDue, resolve: deliver } = Promise.withResolvers<void>()
  await bia.page.route('**/media/**', async route => {
    await isDue
    await route.continue()
  })
  const still = whenStill(bia.page)
  const picture = pixels(PICTURE).locator('img')
  const first = async () => Number((await thread(bia).locator('[data-message]').first().getAttribute('data-message'))!.slice(1))
  // As far up as the picture is in what is drawn, and above what is read.
  await until(async () => {
    if (await picture.count()) return true
    const known = await first()
    await thread(bia).evaluate(box => box.scrollBy(0, -box.clientHeight))
    await until(async () => (await first()) < known)
    return false
  })
  await thread(bia).evaluate(
    (box, id) => (box.scrollTop += box.querySelector(`[data-message="M${id}"]`)!.getBoundingClientRect().bottom - 200),
    PICTURE,
  )
  await frames()
  const height = () => pixels(PICTURE).evaluate(element => element.clientHeight)
  const unknown = await height()
  await stays(async () => {
    deliver()
    await until(async () => (await height()) !== unknown)
  })
  expect(await height()).toBeGreaterThan(unknown + 50)

  await still()
  const older = Promise.withResolvers<void>()
  await bia.page.route('**/messages/**', async route => {
    await older.promise
    await route.continue()
  })
  const whole = () => thread(bia).evaluate(box => box.scrollHeight)
  const asked = bia.page.waitForRequest('**/messages/**')
  await thread(bia).evaluate(box => (box.scrollTop = 300))
  await asked
  await frames()
  const known = await whole()
  await stays(async () => {
    older.resolve()
    await until(async () => (await whole()) > known + 300)
  })
  await bia.page.setViewportSize({ width: 390, height: 844 })
  await frames()
  // As the keyboard of a phone comes and goes.
  for (const height of [500, 844]) await stays(() => bia.page.setViewportSize({ width: 390, height }).then(frames))
})

test('a day is gone to from the menu and from the line of another, and one of silence says so', async () => {
  const dialog = bia.page.getByRole('dialog', { name: 'Ir para uma data' })
  const hit = (text: string) => thread(bia).locator('[data-hit]').filter({ hasText: text })
  const day = dialog.getByLabel('Data')
  await bia.page.setViewportSize({ width: 1366, height: 768 })
  await pressButton(bia, 'Mais ações', conversation(bia).locator('.convo-head'))
  await bia.page.getByRole('menuitem', { name: 'Ir para uma data' }).click()
  await day.fill('2026-01-11')
  expect(await look(bia, 'scroll-date')).toEqual([])
  await pressButton(bia, 'Ir', dialog)
  await hit('linha 101.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const line = thread(bia)
    .getByRole('button', { name: /11 de janeiro/ })
    .last()
  const box = (await thread(bia).boundingBox())!
  expect((await line.boundingBox())!.y).toBeGreaterThanOrEqual(box.y)
  expect((await top(101)) - box.y).toBeLessThan(90)
  expect(await look(bia, 'scroll-day')).toEqual([])

  await line.click()
  expect(await day.inputValue()).toBe('2026-01-11')
  await day.fill('2026-01-21')
  await pressButton(bia, 'Ir', dialog)
  await bia.page.getByText('Nada em 21/01/2026. A conversa segue em 22/01/2026.').first().waitFor()
  await hit('linha 201.').waitFor()
  expect(bia.problems).toEqual([])
})

describe.each(['a few screens above the end', 'at another day'])('what one writes while one reads %s is seen at the end', place => {
  const day = place === 'at another day'
  async function readAbove() {
    const [uuid] = new URL(bia.page.url()).pathname.split('/').slice(2)
    await bia.page.goto(`/tickets/${uuid}${day ? '/M101' : ''}`)
    await bubble(bia, `linha ${day ? 101 : MESSAGES}.`).waitFor()
    if (!day) {
      await thread(bia).evaluate(box => box.scrollBy(0, -2 * box.clientHeight))
      await until(async () => (await read()) < MESSAGES - 10)
    }
  }
  const isSeen = (text: string) =>
    until(
      async () => {
        const [what, box] = [
          await thread(bia).getByRole('article').filter({ hasText: text }).boundingBox(),
          await thread(bia).boundingBox(),
        ]
        return what !== null && box !== null && what.y >= box.y && what.y + what.height <= box.y + box.height
      },
      undefined,
      text,
    )

  test('as a note for the team', async () => {
    await readAbove()
    await composer(bia).press('Tab')
    const note = bia.page.getByRole('textbox', { name: 'Observação', exact: true })
    await note.fill(`Prefere visita à tarde, dito ${place}`)
    await note.press('Enter')
    await isSeen(`Prefere visita à tarde, dito ${place}`)
  })

  test('as a message', async () => {
    await readAbove()
    await composer(bia).fill(`Bom dia, dito ${place}`)
    await composer(bia).press('Enter')
    await isSeen(`Bom dia, dito ${place}`)
  })
})
