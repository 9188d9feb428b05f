import { AppError } from '../errors'

/** Load shedding: of one key so much work is under way or waits, and what comes beyond that is refused at once (ERR_BUSY). */
export function loadShedding(most: number) {
  const underWay = new Map<number, number>()

  return async function admitted<T>(key: number, work: () => Promise<T>): Promise<T> {
    const before = underWay.get(key) ?? 0
    if (before >= most) throw new AppError('ERR_BUSY', 503)
    underWay.set(key, before + 1)
    try {
      return await work()
    } finally {
      const rest = underWay.get(key)! - 1
      if (rest) underWay.set(key, rest)
      else underWay.delete(key)
    }
  }
}
