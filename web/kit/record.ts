/**
 * Keeps a record in this browser (localStorage), or removes it where there is nothing to be kept. Whether it is kept: a full storage
 * (QuotaExceededError) leaves what was there before, and stops nobody.
 */
export function keepRecord(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
/** What is nothing where it is empty. */
export const someOf = <T>(all: T[]) => (all.length ? all : undefined)
