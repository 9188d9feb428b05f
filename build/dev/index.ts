import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EMAIL } from '../../src/cli/demo-story'
import { here } from '../sources'
import { devWeb } from './web'

const STOP_MS = 2_000
/** Editors write a file more than once. */
const SETTLE_MS = 30
const IGNORED = /\.(test|fixture)\.tsx?$|~$|\.sw[a-z]$|(^|[\\/])(\.|\d+$)/

/** What the demonstration's person signs in with: as long-lived as the folder, so that a window stays signed in. */
async function signIn(folder: string) {
  const kept = Bun.file(join(folder, 'password'))
  if (await kept.exists()) return { password: (await kept.text()).trim(), isNew: false }
  await mkdir(folder, { recursive: true })
  const password = crypto.randomUUID().slice(0, 8)
  await Bun.write(kept, `${password}\n`, { mode: 0o600 })
  return { password, isNew: true }
}

/** The server from its sources, in a process that shows the web of DEV_WEB and tells its windows of changes. */
function startServer(environment: Record<string, string | undefined>) {
  const started = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, '--no-orphans', '--preload', here('build/dev/preload.ts'), here('build/dev/server.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['inherit', 'inherit', 'inherit'],
    ipc: ({ url }: { url: string }) => started.resolve(url),
  })
  void child.exited.then(code => started.reject(new Error(`the server ended with ${code}`)))
  return {
    url: started.promise,
    tell: () => child.exitCode === null && child.signalCode === null && child.send('web'),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await child.exited
      clearTimeout(timer)
    },
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Serves the demonstration and shows what changes: a style at once, a script by loading the page anew, the server by a start. */
export async function develop() {
  const folder = resolve(process.env.DATA_DIR ?? here('data/dev'))
  const { password, isNew } = await signIn(folder)
  const web = devWeb()
  await web.start()
  const environment = { LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...process.env, DATA_DIR: folder, DEV_PASSWORD: password }
  let server = startServer({ ...environment, DEV_RENEW: isNew ? 'yes' : undefined })
  const url = await server.url
  // The windows that are open know no other.
  const { port } = new URL(url)
  say(`Balcão is at ${url}`)
  say(`Sign in as ${EMAIL} with the password ${password}`)

  const changed = new Set<string>()
  async function apply() {
    const paths = [...changed]
    changed.clear()
    const began = performance.now()
    const done = (what: string) => say(`${what}: ${Math.round(performance.now() - began)} ms (${paths.join(', ')})`)
    const ofWeb = paths.filter(path => path.startsWith('web') || web.isMadeOf(path))
    const ofServer = paths.filter(path => !path.startsWith('web'))
    async function show() {
      const what = await web.remake(ofWeb)
      server.tell()
      done(what)
    }
    async function serve() {
      await server.stop()
      server = startServer({ ...environment, PORT: port })
      await server.url
      done('server')
    }
    await Promise.all([ofWeb.length && show(), ofServer.length && serve()])
  }
  let running = Promise.resolve()
  let timer: Timer | undefined
  for (const top of ['src', 'web', 'plugins', 'migrations'])
    watch(here(top), { recursive: true }, (_, path) => {
      if (!path || IGNORED.test(path)) return
      changed.add(join(top, path))
      clearTimeout(timer)
      timer = setTimeout(() => (running = running.then(apply).catch(report)), SETTLE_MS)
    })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)))
}

function report(error: unknown) {
  const errors = error instanceof AggregateError ? error.errors : [error]
  for (const each of errors) process.stderr.write(`${each instanceof Error ? each.message : each}\n`)
}
