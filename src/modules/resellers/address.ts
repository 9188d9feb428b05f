/** Where a reseller's companies reach the installation: at its first domain, as PUBLIC_URL reaches it otherwise. */
export function addressOf({ domains }: { domains: string[] }, publicUrl: string | undefined): string {
  if (!publicUrl) return `https://${domains[0]}`
  const url = new URL(publicUrl)
  url.hostname = domains[0]!
  return url.href.replace(/\/$/, '')
}
