const plain = (address: string) => address.replace(/^::ffff:/i, '').toLowerCase()

/** The client's address: that of the connection, or the last entry of X-Forwarded-For when the connection is a trusted proxy's. */
export function clientAddress(remote: string | undefined, headers: Headers, trusted: ReadonlySet<string>): string {
  const address = plain(remote ?? 'unknown')
  if (!trusted.has(address)) return address
  return plain(headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || address)
}
