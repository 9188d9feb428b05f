import { locale } from './i18n'

/** 75 → 1:15 */
export const duration = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
/** 184 KB */
export function bytes(n: number) {
  const [unit, size] = n >= 1_000_000 ? (['megabyte', n / 1_000_000] as const) : (['kilobyte', Math.max(0.1, n / 1000)] as const)
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: size < 10 ? 1 : 0 }).format(
    size,
  )
}
/** R$ 249,90 */
export const money = (value: number) => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL' }).format(value)
