import { words } from './texts'

// The first that fits: browsers name those that they descend from, too.
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\b/, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const
const find = (known: readonly (readonly [RegExp, string])[], text: string) => known.find(([sign]) => sign.test(text))?.[1]

/** Chrome em Windows, by what a browser says of itself; a program by its own name. */
export function browserOf(userAgent: string) {
  const browser = find(BROWSERS, userAgent) ?? (/^([\w-]+)/.exec(userAgent)?.[1] || words('unknown'))
  const system = find(SYSTEMS, userAgent)
  return system ? words('onSystem', { browser, system }) : browser
}
