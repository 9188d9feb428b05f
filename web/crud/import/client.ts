import address from 'script:crud/import/spreadsheet.worker.ts'
import type { Answer, Task } from './spreadsheet.worker'

type Result<T extends Task> = T extends { task: 'read' } ? { table: string[][]; sheet: string } : ArrayBuffer

const READ_MS = 60_000

// The policy of the pages lets no script in by an address that is a mere text. This one is of our own build.
type Policies = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string }
}
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
const policy = policies?.createPolicy('spreadsheet', {
  createScriptURL: asked => {
    if (asked !== address) throw new TypeError('not the spreadsheet worker')
    return asked
  },
})

/** Runs a task beside the page, in a worker of its own that ends with it. */
export async function inWorker<T extends Task>(task: T): Promise<Result<T>> {
  const worker = new Worker(policy ? policy.createScriptURL(address) : address)
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the spreadsheet takes too long')), READ_MS)
      worker.onmessage = ({ data }: MessageEvent<Answer>) => (clearTimeout(timer), resolve(data))
      worker.onerror = () => (clearTimeout(timer), reject(new Error('the spreadsheet could not be read')))
      worker.postMessage(task, task.task === 'read' ? [task.file] : [])
    })
    if ('error' in answer) throw new Error(answer.error)
    return ('file' in answer ? answer.file : answer) as Result<T>
  } finally {
    worker.terminate()
  }
}
