import type { ReactNode } from 'react'

/** A tag: tinted by its colour, never filled. */
export const Chip = ({ color, children, large }: { color: string; children: ReactNode; large?: boolean }) => (
  <span className={large ? 'chip chip-lg' : 'chip'} style={{ '--c': color }}>
    {children}
  </span>
)
/** The first tags of some, and how many more there are. */
export const Chips = ({ of: tags, most }: { of: readonly { id: number; name: string; color: string }[]; most: number }) => (
  <>
    {tags.slice(0, most).map(({ id, name, color }) => (
      <Chip key={id} color={color}>
        {name}
      </Chip>
    ))}
    {tags.length > most && <span className="chip chip-plain">+{tags.length - most}</span>}
  </>
)
/** A queue: a dot and its name. */
export const Dot = ({ color }: { color: string }) => <span className="qdot" style={{ '--c': color }} aria-hidden />
/** A state in words, with a colour: ok green, bad red, wait amber, run brand, idle grey. */
export const State = ({
  tone,
  pulse,
  children,
}: {
  tone: 'ok' | 'bad' | 'wait' | 'run' | 'idle'
  pulse?: boolean
  children: ReactNode
}) => <span className={`state ${tone}${pulse ? ' pulse' : ''}`}>{children}</span>
/** A count on the brand colour. */
export const Count = ({ n, label, className = '' }: { n: number; label?: string; className?: string }) =>
  n > 0 ? (
    <span className={`badge-n ${className}`} role={label ? 'img' : undefined} aria-label={label}>
      {n > 99 ? '99+' : n}
    </span>
  ) : null
