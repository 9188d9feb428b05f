import { eq, isNull } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import { resellers } from '../resellers'
import { TARGETS, type Target } from './body'
import { colorsOf, PRODUCT_COLOR, styleOf } from './colors'
import { brandFiles, brands } from './schema'

/** What the product is called where nobody chose a name. */
export const PRODUCT = 'Balcão'
export type BrandFileRow = typeof brandFiles.$inferSelect
type BrandTexts = Pick<typeof brands.$inferSelect, 'name' | 'color' | 'colorDark' | 'loginText' | 'helpText' | 'helpLink' | 'mailFooter'>
const NOTHING: BrandTexts = { name: '', color: '', colorDark: '', loginText: '', helpText: '', helpLink: null, mailFooter: '' }
export type Brand = BrandTexts & { files: Map<Target, BrandFileRow> }

/** Whose brand: a reseller's, or the house's. */
export type Whose = number | undefined
export const whose = (table: typeof brands | typeof brandFiles, of: Whose) =>
  of === undefined ? isNull(table.resellerId) : eq(table.resellerId, of)

/** Texts and pictures as they were chosen. A reseller that chose no name goes by its own, and never by that of the product. */
export async function readBrand(db: Db, of: Whose): Promise<Brand> {
  const [row] = await db.select().from(brands).where(whose(brands, of)).limit(1)
  const files = await db.select().from(brandFiles).where(whose(brandFiles, of))
  const reseller = of === undefined ? undefined : await resellers.byId(db, of)
  const { name, color, colorDark, loginText, helpText, helpLink, mailFooter } = row ?? NOTHING
  return {
    ...{ color, colorDark, loginText, helpText, helpLink, mailFooter },
    name: name || (reseller?.name ?? ''),
    files: new Map(files.map(file => [file.target, file])),
  }
}

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}
export const FOLDER = '/public/logotipos/'
/** Names what is behind the address, so that browsers may keep it for ever. */
const versionOf = (text: string) => Bun.hash(text).toString(36)
export const addressOf = ({ target, mimetype, hash }: BrandFileRow) => `${FOLDER}${target}.${EXTENSIONS[mimetype]}?v=${versionOf(hash)}`

const LOGOS = ['login', 'signup', 'interno'] as const
/** What stands for a logo that was not given: one of the others. */
export function logoFor({ files }: Brand, target: (typeof LOGOS)[number]) {
  return files.get(target) ?? files.get('login') ?? files.get('signup') ?? files.get('interno')
}

/** A logo that is wider holds the name itself. */
const WIDE = 1.6
const SMALLEST = 128
/** The picture whose sizes are derived for browsers and phones: the first that is square, and sharp enough. */
export function iconOf({ files }: Brand) {
  const candidates = (['favicon-256x256', 'apple-touch-icon', 'interno', 'login', 'signup', 'favicon'] as const).flatMap(
    target => files.get(target) ?? [],
  )
  return candidates.find(
    ({ width, height, mimetype }) => width === height && (mimetype === 'image/svg+xml' || (mimetype === 'image/png' && width >= SMALLEST)),
  )
}
export const derivedAddress = ({ hash }: BrandFileRow, edge: number) => `${FOLDER}icon-${edge}.png?v=${versionOf(hash)}`

/** The style with the colours, when there are some, and its address. */
export function styleSheet(brand: Brand) {
  const colors = colorsOf(brand)
  if (!colors) return
  const css = styleOf(colors)
  return { css, address: `/brand.css?v=${versionOf(css)}` }
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** A name without a picture that is square is its own: its first letter on its colour. */
export function monogram(brand: Brand) {
  const [letter] = brand.name.toUpperCase()
  if (!letter || iconOf(brand)) return
  const { fill, ink } = colorsOf(brand)?.light ?? { fill: PRODUCT_COLOR, ink: '#ffffff' }
  const text = letter.replace(/[&<>]/, sign => ESCAPED[sign]!)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${fill}"/><text x="12" y="17" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="${ink}">${text}</text></svg>`
  return { svg, address: `/brand.svg?v=${versionOf(svg)}` }
}

/** What anybody may know of it: what pages are drawn from. */
export function shownBrand(brand: Brand) {
  const letter = monogram(brand)
  const address = (target: (typeof LOGOS)[number]) => {
    const file = logoFor(brand, target)
    if (file) return { address: addressOf(file), isWide: file.width > file.height * WIDE }
    return letter ? { address: letter.address, isWide: false } : null
  }
  const { name, loginText, helpText, helpLink, files } = brand
  const picture = files.get('picture')
  const favicon = files.get('favicon') ?? files.get('favicon-256x256') ?? iconOf(brand)
  return {
    name: name || PRODUCT,
    logos: { login: address('login'), signup: address('signup'), interno: address('interno') },
    picture: picture ? addressOf(picture) : null,
    /** Of the tab of a browser. */
    icon: favicon
      ? { address: addressOf(favicon), type: favicon.mimetype }
      : letter
        ? { address: letter.address, type: 'image/svg+xml' }
        : null,
    ...{ loginText, helpText, helpLink },
    style: styleSheet(brand)?.address ?? null,
  }
}
export type ShownBrand = ReturnType<typeof shownBrand>

/** Where the pictures of a reseller's brand are seen at the house's own address: a reader must know which version it is. */
const seenFrom = (of: Whose) => (address: string) => (of === undefined ? address : `${address}&of=${of}`)
export const addressesOf = (brand: Brand) => [
  ...[...brand.files.values()].map(addressOf),
  ...(monogram(brand) ? [monogram(brand)!.address] : []),
]

/** The same with all that operators chose: its form. `of`: of a reseller, as the house sees it. */
export function editedBrand(brand: Brand, of: Whose) {
  const { files, ...texts } = brand
  const seen = seenFrom(of)
  const shown = shownBrand(brand)
  const logo = (target: (typeof LOGOS)[number]) => {
    const found = shown.logos[target]
    return found && { ...found, address: seen(found.address) }
  }
  return {
    ...texts,
    colors: colorsOf(brand),
    shown: {
      ...shown,
      logos: { login: logo('login'), signup: logo('signup'), interno: logo('interno') },
      picture: shown.picture && seen(shown.picture),
    },
    files: TARGETS.flatMap(target => {
      const file = files.get(target)
      return file
        ? [{ target, address: seen(addressOf(file)), fileName: file.fileName, size: file.size, width: file.width, height: file.height }]
        : []
    }),
  }
}
export type EditedBrand = ReturnType<typeof editedBrand>

/** Whether anything was chosen: without, everything is as the product comes. */
export const isChosen = ({ files, ...texts }: Brand) => files.size > 0 || Object.values(texts).some(Boolean)
