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
