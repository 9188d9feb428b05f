import type { ReactNode } from 'react'

type Props = {
  id?: string
  checked: boolean
  /** Enter takes it. */
  isNext?: boolean
  choose: () => void
  isPassed: boolean
  name: string
  about: string
  state?: ReactNode
  children: ReactNode
}
/** Somebody, or a queue, that a ticket can go to. `isPassed` once somebody is chosen: Tab leads on to the note, and arrows in the field go on choosing. */
export const RecipientChoice = ({ id, checked, isNext, choose, isPassed, name, about, state, children }: Props) => (
  <label className={isNext ? 'pick-row is-next' : 'pick-row'} data-key={id}>
    <input
      type="radio"
      name="transfer-to"
      className="radio radio-primary"
      tabIndex={isPassed ? -1 : undefined}
      checked={checked}
      onChange={choose}
      // Also one that a name has shown as chosen.
      onClick={checked ? choose : undefined}
    />
    {children}
    <span className="min-w-0">
      <span className="font-medium block break-words">{name}</span>
      {about && <span className="t-meta muted block clip">{about}</span>}
    </span>
    {state && <span className="ml-auto">{state}</span>}
  </label>
)
