import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { keepInstallations, keepLog, logLevel } from '../secrets'
import { within } from '../until'

const ROOT = resolve(import.meta.dir, '../..')
const BINARY = process.env.BALCAO ?? join(ROOT, 'dist/balcao')
const SOURCES = ['build.ts', '{build,src,web,plugins,migrations}/**/*.{ts,tsx,js,css,html,sql,json,svg}']
const START_MS = 60_000

/** The path of the executable, which is built when it is missing or older than its sources. BALCAO names another one. */
export function binary(): string {
  if (process.env.BALCAO) return BINARY
  const built = existsSync(BINARY) ? statSync(BINARY).mtimeMs : 0
  const newer = (path: string) => statSync(join(ROOT, path)).mtimeMs > built && !/\.(test|fixture)\.ts$/.test(path)
  if (built && !SOURCES.flatMap(pattern => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]).some(newer)) return BINARY
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

/** Starts a program, and follows what it prints. */
export function follow(command: string[], cwd: string, env: Record<string, string>) {
  const child = Bun.spawn(command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const listeners = new Set<() => void>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true })
      keepLog(`binary-${child.pid}`, chunk)
      for (const listener of [...listeners]) listener()
    }
  }
  void read(child.stdout)
  void read(child.stderr)

  /** What the first group of `pattern` stands for, as soon as the program has printed it. */
  function said(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const found = pattern.exec(output)?.[1]
      if (found) resolve(found)
    }
    listeners.add(look)
    void child.exited.then(code => reject(new Error(`${command[0]} ended with ${code}: ${output}`)))
    look()
    return within(START_MS, promise, () => `never said ${pattern}: ${output}`).finally(() => listeners.delete(look))
  }
  return {
    said,
    output: () => output,
    /** Ends the process and resolves to its exit code. */
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}

/** Starts the product in `folder` and waits until it says where it is. */
export async function serve(folder: string, environment: Record<string, string> = {}, args: string[] = []) {
  const level = { LOG_LEVEL: logLevel(environment.LOG_LEVEL ?? 'info') }
  const env = cleanEnvironment(folder, { HOST: '127.0.0.1', PORT: '0', ...environment, ...level })
  const running = follow([binary(), ...args], folder, env)
  return { url: await running.said(/ is at (http\S+)\n/), ...running }
}
export type Running = Awaited<ReturnType<typeof serve>>
