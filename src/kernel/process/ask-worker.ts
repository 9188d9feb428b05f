/** What a worker of its own answers to one job, or nothing in time; its thread ends with it. Rejects where the worker fails. */
export async function askWorker<Answer>(worker: Worker, job: unknown, patienceMs: number): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
  const timer = setTimeout(resolve, patienceMs)
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(job)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
