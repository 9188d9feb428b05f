const MOST = 11

/** (99) 99999-9999 as far as it is typed, or (99) 9999-9999. A number with its country is left to be a Brazilian one without it. */
export function masked(typed: string): string {
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^55(?=\d{10})/, '')
    .slice(0, MOST)
  if (digits.length < 3) return digits && `(${digits}`
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const half = rest.length > 8 ? 5 : 4
  return `(${area}) ${rest.slice(0, half)}${rest.length > half ? `-${rest.slice(half)}` : ''}`
}
