const plain = (address: string) => address.replace(/^::ffff:/i, '').toLowerCase()

/** Who asks: the address of the connection, or what a trusted proxy at its other end says in the last entry of X-Forwarded-For. */
export function clientAddress(remote: string | undefined, headers: Headers, trusted: ReadonlySet<string>): string {
  const address = plain(remote ?? 'unknown')
  if (!trusted.has(address)) return address
  return plain(headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || address)
}
