import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ShownBrand } from '../src/modules/brand'
import { on } from './kit/realtime'

const root = document.documentElement
const none = { login: null, signup: null, interno: null }
const plain = { logos: none, picture: null, icon: null, loginText: '', helpText: '', helpLink: null, style: null }

/** What this installation is called and looks like. It comes with the page, which never shows another first. */
export const brand = signal<ShownBrand>(
  root.dataset['brand']
    ? JSON.parse(root.dataset['brand'])
    : { ...plain, name: document.querySelector<HTMLMetaElement>('meta[name=application-name]')!.content },
)
on('brand', ({ brand: shown, address }) => {
  // Elsewhere, where it comes with the page.
  if (address) return
  const before = document.querySelector('link[href^="/brand.css"]')
  if (shown.style !== brand.peek().style) {
    before?.remove()
    if (shown.style) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: shown.style }))
  }
  if (shown.icon) {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')!
    link.type = shown.icon.type
    link.href = shown.icon.address
  }
  brand.value = shown
})

type LogoKey = keyof ShownBrand['logos']

type Props = { size?: number; at?: LogoKey; square?: boolean; of?: ShownBrand }

/** The brand's logo for a place; else a word spoken over a counter, the same as web/icon.svg, in the brand's colour. `of`: of another brand. */
export function Logo({ size = 24, at = 'interno', square = false, of }: Props) {
  useSignals()
  const { logos, name } = of ?? brand.value
  const logo = logos[at]
  if (logo)
    return (
      <img
        src={logo.address}
        alt={logo.isWide ? name : ''}
        style={{ flex: 'none', height: size, maxWidth: square ? size : size * 5, objectFit: 'contain' }}
      />
    )
  return (
    <span className="logo" style={size === 24 ? undefined : { width: size, height: size, borderRadius: size * 0.29 }}>
      <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden>
        <path d="M9 4h6a3.4 3.4 0 0 1 0 6.8h-2.2l-3 2.4v-2.4H9A3.4 3.4 0 0 1 9 4zm-4.1 10.2h14.2a1.2 1.2 0 0 1 0 2.4H18v2.2a1.2 1.2 0 0 1-1.2 1.2H7.2A1.2 1.2 0 0 1 6 18.8v-2.2H4.9a1.2 1.2 0 0 1 0-2.4z" />
      </svg>
    </span>
  )
}

/** The name beside a logo, which a wide one writes by itself. */
export const logoSaysName = (at: LogoKey) => Boolean(brand.value.logos[at]?.isWide)
