import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { words } from './texts'

/** `go`: where it is done, while it is not. */
type Step = { id: string; title: string; help: string; isDone: boolean; go?: ReactNode }

type Props = { title: string; steps: Step[]; /** The next one alone, above something else. */ isBrief?: boolean; dismiss: () => void }

/** Steps that somebody has before them, the next one marked. */
export function StepList({ title, steps, isBrief, dismiss }: Props) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="first-steps" data-brief={isBrief} aria-label={title}>
      <header>
        <h2 className="t-title">{title}</h2>
        <span className="faint tnum">{words('progress', { n: steps.filter(({ isDone }) => isDone).length, of: steps.length })}</span>
        <button className="btn btn-quiet btn-sm ml-auto" onClick={dismiss}>
          {words('dismiss')}
        </button>
      </header>
      <ol>
        {steps.map(
          ({ id, title: name, help, isDone, go }, i) =>
            (!isBrief || id === next?.id) && (
              <li key={id} className={isDone ? 'done' : undefined} aria-current={id === next?.id ? 'step' : undefined}>
                <span className="badge-n">
                  {isDone ? <Check className="icon icon-xs" role="img" aria-label={words('isDone')} /> : i + 1}
                </span>
                <div className="min-w-0">
                  <div className="font-medium">{name}</div>
                  {!isDone && <p className="faint t-meta">{help}</p>}
                </div>
                {!isDone && go}
              </li>
            ),
        )}
      </ol>
    </section>
  )
}
