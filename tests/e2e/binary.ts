import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { keepInstallations, keepLog, logLevel } from '../secrets'

const ROOT = resolve(import.meta.dir, '../..')
const BINARY = process.env.BALCAO ?? join(ROOT, 'dist/balcao')
const SOURCES = '{src,web,plugins,migrations}/**/*.{ts,tsx,js,css,html,sql,json,svg}'
const START_MS = 15_000

/** The path of the executable, which is built when it is missing or older than its sources. BALCAO names another one. */
export function binary(): string {
  if (process.env.BALCAO) return BINARY
  const built = existsSync(BINARY) ? statSync(BINARY).mtimeMs : 0
  const newer = (path: string) => statSync(join(ROOT, path)).mtimeMs > built && !/\.(test|fixture)\.ts$/.test(path)
  if (built && ![...new Bun.Glob(SOURCES).scanSync({ cwd: ROOT }), 'build.ts'].some(newer)) return BINARY
  const { success, stderr } = Bun.spawnSync([process.execPath, 'build.ts'], { cwd: ROOT })
  if (!success) throw new Error(`The build failed: ${stderr}`)
  return BINARY
}

/** A folder that only this run knows; `remove` takes it away. */
export async function emptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'balcao-e2e-'))
  const remove = () => {
    keepInstallations(path)
    return rm(path, { recursive: true, force: true })
  }
  return { path, remove }
}

/** The environment of a clean machine: nothing of this one's, and a PATH without Node and Bun. */
export function cleanEnvironment(folder: string, more: Record<string, string> = {}) {
  return { PATH: join(folder, 'no-programs'), HOME: folder, TMPDIR: tmpdir(), TZ: 'America/Sao_Paulo', ...more }
}

/** Runs one command to its end. */
export async function command(folder: string, args: string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn([binary(), ...args], {
    cwd: folder,
    env: cleanEnvironment(folder, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: START_MS,
  })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { stdout, stderr, code }
}

/** Starts the product in `folder` and waits until it says where it is. */
export async function serve(folder: string, environment: Record<string, string> = {}, args: string[] = []) {
  const child = Bun.spawn([binary(), ...args], {
    cwd: folder,
    env: cleanEnvironment(folder, { HOST: '127.0.0.1', PORT: '0', ...environment, LOG_LEVEL: logLevel(environment.LOG_LEVEL ?? 'info') }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true })
      keepLog(`binary-${child.pid}`, chunk)
      for (const listener of [...listeners]) listener()
    }
  }
  void follow(child.stdout)
  void follow(child.stderr)

  /** What the first group of `pattern` stands for, as soon as the product has printed it. */
  function said(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const found = pattern.exec(output)?.[1]
      if (found) resolve(found)
    }
    listeners.add(look)
    const timer = setTimeout(() => reject(new Error(`never said ${pattern}: ${output}`)), START_MS)
    void child.exited.then(code => reject(new Error(`balcao ended with ${code}: ${output}`)))
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      listeners.delete(look)
    })
  }
  return {
    url: await said(/ is at (http\S+)\n/),
    said,
    output: () => output,
    /** Ends the process and resolves to its exit code. */
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}
export type Running = Awaited<ReturnType<typeof serve>>
