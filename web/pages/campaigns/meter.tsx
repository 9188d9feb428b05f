import { number } from '../../kit/i18n'

export type Part = { tone: 'best' | 'good' | 'fair' | 'bad' | 'grey'; label: string; n: number }

/** Parts of a whole as one line; what is left of it is grey. */
export const Meter = ({ parts, of, label }: { parts: Part[]; of: number; label: string }) => (
  <span
    className="meter"
    role="img"
    aria-label={`${label}: ${parts.map(({ label: each, n }) => `${number(n)} ${each.toLowerCase()}`).join(', ')}`}
  >
    {parts.map(({ tone, label: each, n }) => n > 0 && <i key={each} className={tone} style={{ flexGrow: n, flexBasis: 0 }} />)}
    {of > 0 && <b style={{ flexGrow: Math.max(0, of - parts.reduce((sum, { n }) => sum + n, 0)), flexBasis: 0 }} />}
  </span>
)

/** The colours of the parts, with what each counts. */
export const Legend = ({ parts }: { parts: Part[] }) => (
  <span className="legend">
    {parts.map(({ tone, label, n }) => (
      <span key={label}>
        <i className={tone} aria-hidden />
        {label} <b>{number(n)}</b>
      </span>
    ))}
  </span>
)
