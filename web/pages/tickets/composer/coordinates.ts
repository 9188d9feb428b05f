type Coordinates = { latitude: number; longitude: number }

const N = String.raw`(-?\d{1,3}(?:[.,]\d+)?)`
/** A pair as people write it: with points and a comma between, or with commas and another sign between. */
const PAIRS = [/^\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/, new RegExp(`^\\s*${N}\\s*[;\\s]\\s*${N}\\s*$`)]
/** In the address of a map, the place that is meant before the middle of what is shown. */
const LINKS = [
  /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/,
  /[?&](?:q|query|ll|destination|daddr)=(?:loc:)?(-?\d+(?:\.\d+)?),\+?\s*(-?\d+(?:\.\d+)?)/,
  /[?&]mlat=(-?\d+(?:\.\d+)?)&mlon=(-?\d+(?:\.\d+)?)/,
  /\/maps\/(?:search|place|dir)\/(?:[^/]*\/)?(-?\d+\.\d+),\+?\s*(-?\d+\.\d+)/,
  /@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/,
  /#map=\d+\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/,
  /geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/,
]

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The coordinates that a text names: a pair, or the address of a map that holds them. A short address holds none, and is not asked. */
export function coordinatesIn(text: string): Coordinates | null {
  const isLink = /^\s*(https?:|geo:)/i.test(text)
  const plain = isLink ? decoded(text) : text
  for (const pattern of isLink ? LINKS : PAIRS) {
    const found = pattern.exec(plain)
    if (!found) continue
    const [latitude, longitude] = [found[1]!, found[2]!].map(part => Number(part.replace(',', '.')))
    if (Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180) return { latitude: latitude!, longitude: longitude! }
  }
  return null
}
