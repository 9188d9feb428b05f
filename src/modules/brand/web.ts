import type { assets } from '#kernel/http/assets'
import type { MediaStore } from '#kernel/media/media-store'
import { lruMap } from '#kernel/process/lru'
import type { Db } from '#kernel/storage/libsql'
import { TARGETS, type Target } from './body'
import { colorsOf } from './colors'
import { resized } from './picture'
import {
  addressesOf,
  addressOf,
  derivedAddress,
  FOLDER,
  iconOf,
  isChosen,
  logoFor,
  monogram,
  readBrand,
  shownBrand,
  styleSheet,
  type Brand,
  type BrandFileRow,
  type Whose,
} from './read'

/** Where the product's own mark lies. */
const MARKS = /^\/(icons\/|(assets\/)?icon[\w.-]*\.svg$)/

type Web = ReturnType<typeof assets>
type Body = string | Uint8Array<ArrayBuffer> | Blob

const ICON_EDGES = [180, 192, 512]
/** What stands in an image element, and what is opened by itself, where an SVG would be a document: nothing of it runs or fetches. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** With a validator; an address that names its version is kept for ever. */
function answer(request: Request, body: Body, type: string, tag: string, headers: Record<string, string> = {}) {
  const isVersioned = new URL(request.url).searchParams.has('v')
  const all = {
    'content-type': type,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${Bun.hash(tag).toString(36)}"`,
    'x-content-type-options': 'nosniff',
    ...headers,
  }
  if (request.headers.get('if-none-match')?.includes(all.etag)) return new Response(null, { status: 304, headers: all })
  return new Response(body, { headers: all })
}

/** The page, its manifest, style and pictures as anybody sees them, in the brand that operators chose. Without one, the product's own. */
export function brandedWeb({ db, media, web }: { db: Db; media: MediaStore; web: Web }) {
  const derived = lruMap<string, Promise<Uint8Array>>(ICON_EDGES.length * 2)
  const last = lruMap<string, Brand>(100)
  /** A database that can't be read at the moment holds up no page: it looks as it did. */
  const known = (of: Whose) =>
    readBrand(db, of).then(
      brand => {
        last.set(String(of), brand)
        return brand
      },
      (error: unknown) => {
        const before = last.get(String(of))
        if (before) return before
        throw error
      },
    )
  const built = (address: string) => web.file(new Request(`http://localhost${address}`))

  async function page(request: Request, of?: Whose): Promise<Response> {
    const brand = await known(of)
    const plain = web.page(isChosen(brand) ? new Request(request.url) : request)
    if (!isChosen(brand) || !plain.ok) return plain
    const html = inBrand(await plain.text(), brand)
    return answer(new Request(request.url.split('?')[0]!, { headers: request.headers }), html, 'text/html;charset=utf-8', html, {
      vary: 'accept, sec-fetch-mode',
    })
  }

  async function manifest(request: Request, of?: Whose) {
    const brand = await known(of)
    const plain = built('/manifest.webmanifest')
    if (!plain?.ok) return plain
    const own = (await plain.json()) as Record<string, unknown> & { icons: object[]; shortcuts: object[] }
    const icons = iconsOf(brand) ?? own.icons
    const color = colorsOf(brand)?.light.fill
    const text = JSON.stringify({
      ...own,
      ...(brand.name && { name: brand.name, short_name: brand.name }),
      ...(brand.loginText && { description: brand.loginText }),
      ...(color && { theme_color: color }),
      icons,
      shortcuts: own.shortcuts.map(shortcut => ({ ...shortcut, icons: icons.slice(0, 1) })),
    })
    return answer(request, text, 'application/manifest+json', text)
  }

  async function style(request: Request, of?: Whose) {
    const sheet = styleSheet(await known(of))
    return answer(request, sheet?.css ?? '', 'text/css;charset=utf-8', sheet?.css ?? '')
  }

  async function stored({ hash, mimetype }: BrandFileRow, request: Request) {
    const file = media.read(hash)
    return (await file.exists()) ? answer(request, file, mimetype, hash, { 'content-security-policy': SANDBOX }) : undefined
  }

  const drawn = (svg: string, request: Request) => answer(request, svg, 'image/svg+xml', svg, { 'content-security-policy': SANDBOX })

  async function icon(file: BrandFileRow, edge: number, request: Request) {
    if (file.mimetype !== 'image/png') return stored(file, request)
    const key = `${file.hash} ${edge}`
    const making =
      derived.get(key) ??
      media
        .read(file.hash)
        .bytes()
        .then(bytes => resized(bytes, edge))
    derived.set(key, making)
    making.catch(() => derived.delete(key))
    return answer(request, new Uint8Array(await making), 'image/png', key, { 'content-security-policy': SANDBOX })
  }

  async function initial(request: Request, of?: Whose) {
    const letter = monogram(await known(of))
    return letter && drawn(letter.svg, request)
  }

  /** Whatever ending it is asked by: older clients know one for each. */
  async function picture(name: string, request: Request, of: Whose) {
    const brand = await known(of)
    const edge = Number(/^icon-(\d+)$/.exec(name)?.[1])
    const any = iconOf(brand)
    if (ICON_EDGES.includes(edge) && any) return icon(any, edge, request)
    if (!isTarget(name)) return
    const file = brand.files.get(name) ?? (isLogo(name) ? logoFor(brand, name) : undefined)
    if (file) return stored(file, request)
    if (name === 'picture') return
    const letter = monogram(brand)
    if (letter) return drawn(letter.svg, request)
    if (any && !isLogo(name)) return icon(any, name === 'apple-touch-icon' ? 180 : 192, request)
    return built(name === 'apple-touch-icon' ? '/icons/apple-180.png' : '/icons/192.png')
  }

  /** A reseller's picture where the house edits its brand. Whoever does not know the version of one learns of no reseller. */
  async function askedFor({ pathname, searchParams }: URL): Promise<Whose> {
    const id = Number(searchParams.get('of'))
    if (!Number.isSafeInteger(id) || id <= 0) return
    return addressesOf(await known(id)).includes(`${pathname}?v=${searchParams.get('v')}`) ? id : undefined
  }

  /** What is at an address of the brand; undefined when it is none. */
  async function file(request: Request, here?: Whose): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    const of = here ?? (await askedFor(new URL(request.url)))
    // What the service worker keeps.
    if (pathname === '/index.html') return page(request, of)
    if (pathname === '/manifest.webmanifest' || pathname === '/manifest.json') return manifest(request, of)
    if (pathname === '/brand.css') return style(request, of)
    if (pathname === '/brand.svg') return initial(request, of)
    if (pathname === '/favicon.ico') return picture('favicon', request, of)
    if (pathname.startsWith(FOLDER)) return picture(pathname.slice(FOLDER.length).replace(/\.(png|svg|ico|jpe?g|webp)$/, ''), request, of)
    // The mark of the product is nothing that a reseller's customers see, nor those of a house with a mark of its own, at whatever address
    // it was built to: notices of the service worker name one.
    if (MARKS.test(pathname) && (of !== undefined || hasMark(await known(of)))) return picture('favicon-256x256', request, of)
  }

  return { page, file }
}

const hasMark = (brand: Brand) => iconOf(brand) !== undefined || monogram(brand) !== undefined
const isTarget = (name: string): name is Target => (TARGETS as readonly string[]).includes(name)
const isLogo = (name: Target): name is 'login' | 'signup' | 'interno' => name === 'login' || name === 'signup' || name === 'interno'

function iconsOf(brand: Brand) {
  const file = iconOf(brand)
  const letter = monogram(brand)
  if (letter) return [{ src: letter.address, sizes: 'any', type: 'image/svg+xml' }]
  if (!file) return
  if (file.mimetype !== 'image/png') return [{ src: addressOf(file), sizes: 'any', type: file.mimetype }]
  return [192, 512].map(edge => ({ src: derivedAddress(file, edge), sizes: `${edge}x${edge}`, type: 'image/png' }))
}

/** The rewriter escapes quotes alone: an `&quot;` that people wrote would end a text of the JSON. */
const inAttribute = (value: object) => JSON.stringify(value).replace(/[<>&]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`)

/** The page with the name, the icons and the colours; what its scripts draw from stands at its root. */
function inBrand(html: string, brand: Brand) {
  const shown = shownBrand(brand)
  const any = iconOf(brand)
  const letter = monogram(brand)
  const touch = brand.files.get('apple-touch-icon')
  const touchIcon = touch ? addressOf(touch) : any?.mimetype === 'image/png' ? derivedAddress(any, 180) : undefined
  return new HTMLRewriter()
    .on('html', { element: root => void root.setAttribute('data-brand', inAttribute(shown)) })
    .on('title', { element: title => void title.setInnerContent(shown.name) })
    .on('meta[name="application-name"]', { element: meta => void meta.setAttribute('content', shown.name.replaceAll('&', '&amp;')) })
    .on('link[rel="icon"]', {
      element(link) {
        if (!shown.icon) return
        link.setAttribute('href', shown.icon.address)
        link.setAttribute('type', shown.icon.type)
      },
    })
    .on('link[rel="apple-touch-icon"]', {
      element(link) {
        if (touchIcon) link.setAttribute('href', touchIcon)
        // A phone takes a picture of the page then, and not the mark of another product.
        else if (brand.files.size || letter) link.remove()
      },
    })
    .on('head', {
      element: head => void (shown.style && head.append(`<link rel="stylesheet" href="${shown.style}">`, { html: true })),
    })
    .transform(html)
}
