import { AppError } from '#kernel/errors'
import { drawing } from './svg-uses'

// An SVG is a document that can run scripts and fetch. What is kept of one is written anew from an allow-list; one that tries either is refused.

const set = (names: string) => new Set(names.split(' '))
const ELEMENTS = set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs use symbol clipPath mask linearGradient radialGradient stop pattern marker title desc style image filter ' +
    'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpotLight feTile feTurbulence',
)
const ATTRIBUTES = set(
  'id class style transform viewBox preserveAspectRatio version x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height offset dx dy rotate textLength lengthAdjust pathLength href xlink:href xml:space ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility overflow clip-path clip-rule mask filter paint-order vector-effect shape-rendering text-rendering color-interpolation color-interpolation-filters enable-background isolation mix-blend-mode ' +
    'font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode ' +
    'stop-color stop-opacity flood-color flood-opacity lighting-color gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits markerUnits markerWidth markerHeight refX refY orient marker-start marker-mid marker-end mask-type ' +
    'in in2 result mode type values operator k1 k2 k3 k4 stdDeviation radius scale order kernelMatrix divisor bias edgeMode baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude exponent azimuth elevation surfaceScale xChannelSelector yChannelSelector',
)
/** What editors leave in their files and no browser draws. */
const DROPPED = /^metadata$|:/
const MAX_DEPTH = 64
const MAX_ELEMENTS = 20_000

const refused = (what: string) => new AppError('ERR_LOGO_UNSAFE', 400, { what: what.slice(0, 60) })

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Entities of its own are how a document fetches, and how a small one becomes a large one. */
const unescaped = (text: string) =>
  text.replace(/&([^;&\s]{0,12});?/g, (entity, name: string) => {
    const code = /^#x([\da-f]+)$/i.test(name) ? Number.parseInt(name.slice(2), 16) : /^#\d+$/.test(name) ? Number(name.slice(1)) : NaN
    const known = Object.hasOwn(NAMED, name) ? NAMED[name] : code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
    if (known === undefined || !entity.endsWith(';')) throw refused(entity)
    return known
  })
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => ESCAPED[sign]!)

/** A reference inside the document, or a raster picture that is in it. */
const DATA_PICTURE = /^\s*data:image\/(png|jpeg);base64,[\sA-Za-z\d+/=]*$/
/** CSS may name what stands in the document, and nothing that fetches, imports, or hides what it says by escapes. */
function mustBeLocal(text: string) {
  const outside = /\\|@|javascript:|expression\s*\(|image-set|\b(?:image|src|cross-fade|element)\s*\(|url\((?!\s*(?:["']\s*)?#)/i.exec(text)
  if (outside) throw refused(outside[0])
}

function attributesOf(element: string, source: string) {
  const kept = new Map<string, string>()
  const rest = source.replace(/\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g, (_, name: string, double?: string, single?: string) => {
    const value = unescaped(double ?? single ?? '')
    if (/^on/i.test(name)) throw refused(name)
    if (/^(xlink:)?href$/i.test(name)) {
      if (!/^\s*#[\w:.-]*\s*$/.test(value) && !(element === 'image' && DATA_PICTURE.test(value))) throw refused(`${name}=${value}`)
    } else if (ATTRIBUTES.has(name)) mustBeLocal(value)
    if (ATTRIBUTES.has(name)) kept.set(name, value)
    return ''
  })
  if (rest.trim()) throw refused(rest.trim())
  return kept
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^>[]*>|<\?xml\s[^>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy

/** The same picture without all that an allow-list does not name, and its size; throws ERR_LOGO_UNSAFE. */
export function sanitizedSvg(bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; width: number; height: number } {
  const source = decoded(bytes)
  const open: { name: string; isKept: boolean; text: string }[] = []
  const drawn = drawing()
  let [written, elements, at] = ['', 0, 0]
  let size: { width: number; height: number } | undefined

  function begin(name: string, given: string, isEmpty: boolean) {
    if (++elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw refused('…')
    if (!open.length && (size || name !== 'svg')) throw refused(`<${name}>`)
    const attributes = attributesOf(name, given)
    const isKept = (open.at(-1)?.isKept ?? true) && !DROPPED.test(name)
    if (isKept && !ELEMENTS.has(name)) throw refused(`<${name}>`)
    size ??= sizeOf(attributes)
    drawn.begin(name, attributes)
    if (isKept) {
      const namespaces = open.length ? '' : ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
      written += `<${name}${namespaces}${[...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}${isEmpty ? '/' : ''}>`
    }
    if (isEmpty) drawn.end()
    else open.push({ name, isKept, text: '' })
  }
  function end(name: string) {
    const closing = open.pop()
    if (closing?.name !== name) throw refused(`</${name}>`)
    // As a whole: a comment inside it would divide what is looked for.
    if (name === 'style') mustBeLocal(closing.text)
    drawn.end()
    if (closing.isKept) written += `</${name}>`
  }
  function say(text: string) {
    const around = open.at(-1)
    if (!around) {
      if (text.trim()) throw refused(text.trim())
      return
    }
    around.text += text
    if (around.isKept) written += escaped(text)
  }

  for (const [token, data, slash, name, given, isEmpty, text] of source.matchAll(TOKEN)) {
    at += token.length
    if (name && slash) end(name)
    else if (name) begin(name, given!, isEmpty === '/')
    else if (text !== undefined) say(unescaped(text))
    else if (data !== undefined) say(data)
  }
  if (at < source.length) throw refused(source.slice(at).split(/\s/)[0]!)
  if (!size || open.length) throw refused('</svg>')
  if (drawn.isEndless()) throw refused('<use>')
  return { bytes: new TextEncoder().encode(written), ...size }
}

function decoded(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('encoding')
  }
}

function sizeOf(attributes: Map<string, string>) {
  const box = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = box?.length === 4 ? box.slice(2) : ['width', 'height'].map(name => Number.parseFloat(attributes.get(name) ?? ''))
  const whole = (value: number | undefined) => (value && value > 0 && value < 100_000 ? Math.round(value) : 0)
  return { width: whole(width), height: whole(height) }
}
