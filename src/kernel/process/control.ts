import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../errors'

/** A verb takes what was given as JSON, and answers what JSON can carry. */
type ControlVerbs = Record<string, (given: unknown) => Promise<unknown>>

const MAX_BYTES = 64 * 1024
const PATIENCE_MS = 15_000
/** What the address of a Unix socket may hold. */
const MAX_PATH = 100

const Asked = v.object({ verb: v.string(), given: v.unknown() })
const Answered = v.union([v.object({ answer: v.unknown() }), v.object({ error: v.string() })])

/** The socket lies in the data folder, whose owner alone may open it; Windows has names for pipes instead. */
function addressIn(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\balcao-${Bun.hash(dataDir).toString(36)}`
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) <= MAX_PATH ? path : relative(process.cwd(), path)
}

/** One line of JSON, or an error when it is too long or does not come. */
const lineOf = (socket: Socket) =>
  new Promise<unknown>((resolve, reject) => {
    let text = ''
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setEncoding('utf8').setTimeout(PATIENCE_MS, () => fail(new Error('no answer')))
    socket.on('data', chunk => {
      text += chunk
      if (text.length > MAX_BYTES) return fail(new Error('too long'))
      if (!text.includes('\n')) return
      try {
        resolve(JSON.parse(text.slice(0, text.indexOf('\n'))))
      } catch (error) {
        fail(error as Error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
  })

/**
 * Answers the command line on this machine. Whoever may open the socket does what the owner of the data folder may: there is no other
 * check. Called while the folder is locked, so a socket that lies there is of a process that died.
 */
export async function serveControl(dataDir: string, verbs: ControlVerbs): Promise<{ close(): Promise<void> }> {
  const address = addressIn(dataDir)
  const isFile = process.platform !== 'win32'
  if (isFile) await rm(address, { force: true })

  const server = createServer(socket => {
    lineOf(socket)
      .then(async line => {
        const { verb, given } = v.parse(Asked, line)
        if (!Object.hasOwn(verbs, verb)) return { error: `this process knows no ${verb}` }
        return { answer: (await verbs[verb]!(given)) ?? null }
      })
      .catch((error: Error) => ({ error: error instanceof AppError ? error.code : 'it failed: see the log of the process' }))
      .then(answer => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy())
  })
  const mask = isFile ? process.umask(0o177) : 0
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  } finally {
    if (isFile) process.umask(mask)
  }
  if (isFile) await chmod(address, 0o600)
  server.unref()
  return {
    async close() {
      server.close()
      if (isFile) await rm(address, { force: true })
    },
  }
}

/** Asks the process that serves the data folder. Undefined when none can be reached there; throws what it refuses. */
export async function askRunning(dataDir: string, verb: string, given: unknown): Promise<{ answer: unknown } | undefined> {
  const socket = connect(addressIn(dataDir))
  const opened = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!opened) return
  const line = lineOf(socket)
  socket.write(`${JSON.stringify({ verb, given })}\n`)
  const answer = v.parse(Answered, await line)
  socket.destroy()
  if ('error' in answer) throw new Error(answer.error)
  return answer
}
