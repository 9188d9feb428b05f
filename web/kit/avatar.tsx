import { type ReactNode, useState } from 'react'

const words = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
function initials(name: string) {
  const [first, ...rest] = words(name)
  const letter = (word: string | undefined) => [...(word ?? '')].find(sign => /[\p{L}\p{N}]/u.test(sign)) ?? ''
  return (letter(first) + letter(rest.at(-1))).toUpperCase() || '?'
}
const hues = [25, 70, 115, 150, 200, 264, 305, 350]
const hueOf = (name: string) => hues[[...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) >>> 0, 7) % hues.length]!

type Size = 18 | 28 | 32 | 36 | 56

/** A round picture, or the initials on a hue of the name. */
export function Avatar({ name, src, size = 36, badge }: { name: string; src?: string | null; size?: Size; badge?: ReactNode }) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className={size === 36 ? 'ava' : `ava ava-${size}`} style={{ '--h': hueOf(name) }} aria-hidden>
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <span data-initials={initials(name)} />
      )}
      {badge && <span className="ava-badge">{badge}</span>}
    </span>
  )
}
