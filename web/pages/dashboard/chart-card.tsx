import { ChartNoAxesColumn } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { useAnswer } from '../../kit/answer'
import { type Days, isWhole, lastDays, wrongWith } from './days'
import { FIRST } from './filter'
import { words } from './texts'

type Props<T> = {
  path: string
  /** By what is drawn, which is that of the dates before until the answer is there. */
  title: (answer: T | undefined) => string
  isEmpty: (answer: T) => boolean
  /** What is said when no answer comes. */
  failed: string
  children: (answer: T, title: string) => ReactNode
}

/** A chart with the two dates that are its own. It is drawn anew as soon as both are there. */
export function ChartCard<T>({ path, title: titleOf, isEmpty, failed, children }: Props<T>) {
  const id = useId()
  const [typed, setTyped] = useState(() => lastDays(FIRST))
  const [days, setDays] = useState(typed)
  const { answer, error, isLoading, retry } = useAnswer<T>(path, { initialDate: days.first, finalDate: days.last })
  const wrong = isWhole(typed) ? wrongWith(typed) : undefined
  function change(next: Days) {
    setTyped(next)
    if (isWhole(next) && !wrongWith(next)) setDays(next)
  }
  const title = titleOf(answer)
  const input = (key: keyof Days, label: string) => (
    <input
      type="date"
      className="input"
      aria-label={label}
      aria-invalid={Boolean(wrong)}
      aria-describedby={wrong ? `${id}-wrong` : undefined}
      value={typed[key]}
      onChange={event => change({ ...typed, [key]: event.target.value })}
    />
  )
  return (
    <section className="card-b chart-card" aria-labelledby={id} aria-busy={isLoading}>
      <header>
        <h2 id={id}>{title}</h2>
        <div className="range">
          {input('first', words('from'))}
          {input('last', words('to'))}
        </div>
      </header>
      {wrong && (
        <p className="err" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
      <div className={isLoading && answer ? 'is-dim' : undefined}>
        {error ? (
          <LoadFailed what={title} title={failed} retry={retry} />
        ) : !answer ? (
          <Skeleton rows={5} height={36} avatar={false} />
        ) : isEmpty(answer) ? (
          <p className="no-bars">
            <ChartNoAxesColumn className="icon" aria-hidden />
            {words('nothing')}
          </p>
        ) : (
          children(answer, title)
        )}
      </div>
    </section>
  )
}
