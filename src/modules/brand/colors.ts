// A colour that people chose, made readable: WCAG 2 contrast, and lightness moved in OKLCH, which keeps the hue.

type Lch = { l: number; c: number; h: number }
type Rgb = [number, number, number]

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb
const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function luminance(hex: string) {
  const [r, g, b] = channels(hex).map(linear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string) {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function lchOf(hex: string): Lch {
  const [r, g, b] = channels(hex).map(linear) as Rgb
  const long = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
  const medium = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
  const short = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
  const l = 0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short
  const a = 1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short
  const y = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short
  return { l, c: Math.hypot(a, y), h: Math.atan2(y, a) }
}

function rgbOf({ l, c, h }: Lch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (l - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    gamma(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
    gamma(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
    gamma(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short),
  ]
}

/** With as much of the chroma as the screen has at this lightness (gamut mapping). */
function hexOf(color: Lch): string {
  const fits = (c: number) => rgbOf({ ...color, c }).every(value => value >= -0.000_5 && value <= 1.000_5)
  let [low, high] = [0, color.c]
  if (fits(high)) low = high
  for (let step = 0; step < 20 && low < high; step++) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  const parts = rgbOf({ ...color, c: low }).map(value => Math.round(Math.min(1, Math.max(0, value)) * 255))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

const WHITE = '#ffffff'
const INK = '#17181c'
/** What text in the colour stands on: the frame in light, what floats in dark (web/styles/themes.css, tokens.css). */
const PAGE = { light: '#f5f6f8', dark: '#1f2025' }
type Theme = keyof typeof PAGE

/** Of text on its ground. */
const READABLE = 4.5
/** Lighter colours keep what they are, with dark text on them. */
const PALE = 0.72
/** Fills that are lighter are lost on white. */
const LIGHTEST = 0.9
/** Fills that are darker are lost on a dark page. */
const DARKEST = 0.56

/** Moves the lightness by steps until it is readable. */
function moved(from: Lch, step: number, isReadable: (hex: string) => boolean) {
  let l = Math.min(0.96, Math.max(0.06, from.l))
  while (l > 0.05 && l < 0.97 && !isReadable(hexOf({ ...from, l }))) l += step
  return hexOf({ ...from, l })
}

const rounded = (ratio: number) => Math.floor(ratio * 10) / 10

/** What a theme makes of a colour: `fill` with `ink` on it, and `text` in it on the page, with their contrasts. */
export function tokensOf(color: string, theme: Theme) {
  const given = lchOf(color)
  const isDark = theme === 'dark'
  const isPale = given.l > PALE
  const start = isDark ? Math.max(given.l, DARKEST) : Math.min(given.l, LIGHTEST)
  const fill =
    start === given.l && (isPale || contrast(WHITE, color) >= READABLE)
      ? color
      : isPale
        ? hexOf({ ...given, l: start })
        : moved({ ...given, l: start }, -0.01, hex => contrast(WHITE, hex) >= READABLE)
  const ink = contrast(WHITE, fill) >= READABLE ? WHITE : INK
  const text = isDark
    ? moved({ ...given, l: Math.max(given.l, PALE), c: Math.min(given.c, 0.13) }, 0.01, hex => contrast(hex, PAGE.dark) >= 6)
    : moved(given, -0.01, hex => contrast(hex, PAGE.light) >= 5.6)
  return {
    fill,
    ink,
    text,
    /** Of `ink` on `fill`, and of `text` on the page. */
    ratio: rounded(contrast(ink, fill)),
    textRatio: rounded(contrast(text, PAGE[theme])),
    /** Of white on the colour as it was given. */
    givenRatio: rounded(contrast(WHITE, color)),
    isCorrected: fill !== color,
    /** Colours between orange and lime would make own bubbles look like an internal note, which is amber. */
    outChroma: given.c > 0.05 && given.h > 0.96 && given.h < 1.955 ? 0 : 1,
  }
}
export type Tokens = ReturnType<typeof tokensOf>
export type Colors = { light: Tokens; dark: Tokens }

const bothOf = (light: string, dark: string): Colors => ({ light: tokensOf(light, 'light'), dark: tokensOf(dark, 'dark') })
/** Both themes; a colour given for one alone serves the other too. Null while there is none. */
export const colorsOf = ({ color, colorDark }: { color: string; colorDark: string }): Colors | null =>
  color || colorDark ? bothOf(color || colorDark, colorDark || color) : null

/** As in web/icon.svg. */
export const PRODUCT_COLOR = '#2f5fd1'
export const PRODUCT_COLORS = bothOf(PRODUCT_COLOR, PRODUCT_COLOR)

/** The custom properties that the styles of the web read (web/styles/tokens.css). */
export function styleOf({ light, dark }: Colors) {
  const properties = ({ fill, ink, text, outChroma }: Tokens) =>
    `--brand-fill:${fill};--brand-ink:${ink};--brand-text:${text};--out-chroma:${outChroma}`
  return `:root,[data-theme$='-light']{${properties(light)}}[data-theme$='-dark']{${properties(dark)}}`
}
