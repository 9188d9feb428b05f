import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepLog } from '../secrets'
import { within } from '../until'

const ROOT = join(import.meta.dir, '../..')
const BINARY = process.env.BALCAO ?? join(ROOT, 'dist/balcao')
const FROM_SOURCE = process.env.PRODUCT === 'source' || !existsSync(BINARY)
/** The product's own command. */
export const COMMAND = FROM_SOURCE ? [process.execPath, join(ROOT, 'src/main.ts')] : [BINARY]
const START_MS = 60_000

export type Environment = Record<string, string | undefined>

/**
 * The product as a process of its own: the compiled binary when it was built (BALCAO names another one, PRODUCT=source takes the source).
 * Nothing but `env` reaches it.
 */
export function spawn(env: Environment) {
  const child = Bun.spawn([...COMMAND, 'serve'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test run that is cut short leaves no process behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const output: string[] = []
  const { promise: url, resolve } = Promise.withResolvers<string>()
  async function follow(stream: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of stream) {
      keepLog(`process-${child.pid}`, chunk)
      const lines = (text + decoder.decode(chunk, { stream: true })).split('\n')
      text = lines.pop()!
      for (const line of lines) {
        output.push(line)
        const address = / is at (http:\S+)$/.exec(line)?.[1]
        if (address) resolve(address)
      }
    }
  }
  const read = Promise.all([follow(child.stdout), follow(child.stderr)])
  return { child, url, output, ended: child.exited.then(code => read.then(() => code)) }
}

/** One installation that is started, killed and started again; each start has an address of its own. */
export function installation(env: Environment) {
  let running: ReturnType<typeof spawn> | undefined
  let address = ''
  const output: string[] = []
  const startMs: number[] = []

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!running) return 0
    running.child.kill(signal)
    const code = await running.ended
    output.push(...running.output, `-- ${signal}: ended with ${code}`)
    running = undefined
    return code
  }

  return {
    async start() {
      const began = performance.now()
      const started = (running = spawn({ ...env, PORT: '0', HOST: '127.0.0.1' }))
      const said = () => `:\n${started.output.join('\n')}`
      const ended = started.ended.then(code => Promise.reject(new Error(`the product ended with ${code}${said()}`)))
      address = await within(START_MS, Promise.race([started.url, ended]), () => `the product did not start${said()}`)
      startMs.push(performance.now() - began)
    },
    end,
    url: () => address,
    pid: () => running?.child.pid,
    startMs,
    /** What it printed, over all its lives. */
    output: () => [...output, ...(running?.output ?? [])],
  }
}
export type Installation = ReturnType<typeof installation>
