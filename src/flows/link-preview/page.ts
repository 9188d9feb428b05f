type PageWords = { title: string; description: string }

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const point = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '')

/** What stands in a page's source as a text: its entities as letters, one line, and no longer than somebody reads. */
const plain = (source: string, max: number) =>
  source
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      decimal ? point(Number(decimal)) : hex ? point(Number.parseInt(hex, 16)) : (NAMED[name!.toLowerCase()] ?? whole),
    )
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()

/** The title and the summary that a page has for those who link to it; null where it has no title. */
export function wordsOf(html: string): PageWords | null {
  const metas = new Map<string, string>()
  let title = ''
  new HTMLRewriter()
    .on('meta', {
      element(meta) {
        const name = (meta.getAttribute('property') ?? meta.getAttribute('name'))?.toLowerCase()
        const content = meta.getAttribute('content')
        if (name && content && !metas.has(name)) metas.set(name, content)
      },
    })
    .on('head > title', {
      text(chunk) {
        title += chunk.text
      },
    })
    .transform(html)
  const named = plain(metas.get('og:title') ?? metas.get('twitter:title') ?? title, 200)
  const description = metas.get('og:description') ?? metas.get('twitter:description') ?? metas.get('description') ?? ''
  return named ? { title: named, description: plain(description, 300) } : null
}
