import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/**
 * Runs a module in a process of its own, where no patch was applied, and returns its default export as JSON. Other tests of this process
 * have patched the libraries. Imports start at the root of the repository (`./src/patches/…`).
 */
export async function untouched<Result>(module: string): Promise<Result> {
  const script = `const probe = async () => { ${module} }\nprocess.stdout.write('RESULT' + JSON.stringify(await probe()))`
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  const [printed, failure] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const at = printed.lastIndexOf('RESULT')
  if ((await child.exited) || at < 0) throw new Error(failure.slice(-2_000) || 'the probe printed nothing')
  return JSON.parse(printed.slice(at + 'RESULT'.length)) as Result
}
