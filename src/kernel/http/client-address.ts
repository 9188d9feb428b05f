const plain = (address: string) => address.replace(/^::ffff:/i, '').toLowerCase()

/**
 * Whether the address may stand for many: somebody who is not trusted passes on for another. Either a proxy that TRUSTED_PROXY does not
 * name, and then all who come through it have its address, or a client that says so of itself.
 */
export const addressIsShared = (remote: string | undefined, headers: Headers, trusted: ReadonlySet<string>) =>
  headers.has('x-forwarded-for') && !trusted.has(plain(remote ?? 'unknown'))

/** Who asks: the address of the connection, or what a trusted proxy at its other end says in the last entry of X-Forwarded-For. */
export function clientAddress(remote: string | undefined, headers: Headers, trusted: ReadonlySet<string>): string {
  const address = plain(remote ?? 'unknown')
  if (!trusted.has(address)) return address
  return plain(headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || address)
}

/** The name that a browser asked for: of the request, or what a trusted proxy at its other end says in the last entry of X-Forwarded-Host. */
export function askedHost(remote: string | undefined, headers: Headers, trusted: ReadonlySet<string>): string {
  const host = headers.get('host') ?? ''
  if (!trusted.has(plain(remote ?? 'unknown'))) return host
  return headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() || host
}

/** Whom a rate limit counts. One client has all addresses of an IPv6 /64 to itself, and would be another with each of them. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before, after = []] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - before!.length - after.length)).fill('0')
  const prefix = [...before!, ...zeros, ...after].slice(0, 4)
  return `${prefix.map(group => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
