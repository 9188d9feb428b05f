import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { agent } from './agent'
import { cleanEnvironment, emptyFolder, follow, serve } from './binary'
import { type Browsing, openBrowser, type Person } from './browser'

setDefaultTimeout(120_000)

const ROOT = join(import.meta.dir, '../..')
/** What a change needs of the project: it is made in a copy. */
const SOURCES = ['src', 'web', 'plugins', 'migrations', 'build', 'build.ts', 'package.json', 'tsconfig.json']

let project: Awaited<ReturnType<typeof emptyFolder>>
let dev: ReturnType<typeof follow>
let browsing: Browsing
let person: Person
beforeAll(async () => {
  project = await emptyFolder()
  for (const name of SOURCES) await cp(join(ROOT, name), join(project.path, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(project.path, 'node_modules'))
  dev = follow([process.execPath, 'build.ts', 'dev'], project.path, { ...cleanEnvironment(project.path), PORT: '0' })
  const url = await dev.said(/ is at (http\S+)\n/)
  const [email, password] = await Promise.all([dev.said(/Sign in as (\S+)/), dev.said(/password (\S+)\n/)])
  browsing = await openBrowser()
  person = await agent(browsing, url, 'wide', { email, password })
})
afterAll(async () => {
  await browsing.close()
  await dev.stop()
  await project.remove()
})

async function change(path: string, from: string | RegExp, to: string) {
  const file = Bun.file(join(project.path, path))
  const text = await file.text()
  expect(text.replace(from, to)).not.toBe(text)
  await Bun.write(file, text.replace(from, to))
}
/** Stays as long as the page is not loaded anew. */
const mark = () => person.page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const marked = () => person.page.locator('html[data-marked]').count()

test('a changed style is shown without loading the page anew', async () => {
  await mark()
  await change('web/styles/tokens.css', /^/, 'body { outline: 3px solid rgb(1, 2, 3); }\n')
  await person.page.waitForFunction(() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)')
  expect(await marked()).toBe(1)
})

test('a changed component is shown, in the session that was there, by the same server', async () => {
  await change('web/routes.tsx', "pt: 'Atendimentos'", "pt: 'Conversas'")
  await person.page.getByRole('link', { name: 'Conversas' }).first().waitFor()
  expect(dev.output()).not.toContain('server: ')
})

test('what both of them read is changed in both', async () => {
  const path = 'src/flows/text-variables.ts'
  await change(path, /^/, '// Another beginning.\n')
  const said = (what: string) => dev.said(new RegExp(`(${what}: \\d+ ms \\(${path}\\))`))
  await Promise.all([said('scripts'), said('server')])
  await person.page.getByRole('link', { name: 'Conversas' }).first().waitFor()
})

test('a changed server answers after a start of its own, and the person is still signed in', async () => {
  await mark()
  await change('src/app.ts', "status: 'ok', version", "status: 'ok', version, changed: true")
  await dev.said(/(server: \d+ ms \(src\/app.ts\))/)
  expect(await person.page.evaluate(() => fetch('/healthz').then(answer => answer.json()))).toMatchObject({ changed: true })
  expect(await marked()).toBe(1)
  await person.page.reload()
  await person.page.getByRole('link', { name: 'Conversas' }).first().waitFor()
})

test('the program that is built has none of it', async () => {
  const folder = await emptyFolder()
  const product = await serve(folder.path)
  const page = await (await fetch(product.url, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('modulepreload')
  expect(page).not.toContain('@dev')
  for (const path of ['/@dev/live.js', '/@dev/events']) expect((await fetch(product.url + path)).ok).toBe(false)
  await product.stop()
  await folder.remove()
})
