/** Runs foreign work for at most so long. It cannot be stopped, so the signal tells whatever it was given to refuse from then on. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('ERR_OUT_OF_TIME')), ms)
  })
  try {
    return await Promise.race([(async () => work(over.signal))(), late])
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
