/** As it is written: UTF-8 or UTF-16 by its mark, UTF-8 without one, else the letters of Windows, of which Latin-1 is a part. */
function decoded(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Between the cells: what the first line has most of, outside of quotes. */
function separatorOf(text: string) {
  const line = text
    .slice(0, 10_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1)[0]!
  const times = (sign: string) => line.split(sign).length
  return [';', ',', '\t'].reduce((most, sign) => (times(sign) > times(most) ? sign : most))
}

/** The rows of a text with separators: quoted cells may hold separators, line breaks and doubled quotes. */
export function* csvTable(bytes: Uint8Array): Generator<string[]> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
  // A spreadsheet is text: what has a NUL is a file of another kind.
  if (text.includes('\0')) throw new Error('not a text')
  const [, named] = /^sep=(.)\r?\n/.exec(text) ?? []
  const separator = named ?? separatorOf(text)
  let row: string[] = []
  for (let at = named ? text.indexOf('\n') + 1 : 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      const start = ++at
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1
      cell = text.slice(start, at++).replaceAll('""', '"')
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    cell += text.slice(start, at)
    row.push(cell)
    if (text[at] === separator) {
      // A line that ends with a separator has one more cell, which is empty.
      if (++at >= text.length) row.push('')
      continue
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    yield row
    row = []
  }
  if (row.length) yield row
}
