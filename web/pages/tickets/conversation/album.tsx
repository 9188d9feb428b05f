import { type ReactNode, useState } from 'react'
import { Media } from './content'
import { isLocal, keyOf, type Shown } from './messages'
import { words } from './texts'

/** So many pictures stand in a grid until all of them are asked for. */
const FIRST = 4

type Props = {
  messages: Shown[]
  view: (message: Shown) => void
  /** One is pointed at, by mouse, finger or key. */
  point: (message: Shown) => void
  reactionsOf: (message: Shown) => ReactNode
}

/** Pictures and videos that were sent together, as a grid; each keeps its reactions, and what can be done with it. */
export function Album({ messages, view, point, reactionsOf }: Props) {
  const [all, setAll] = useState(false)
  const more = messages.length - FIRST
  return (
    <>
      <span className="media-grid">
        {(all ? messages : messages.slice(0, FIRST)).map((one, i) => (
          <span key={keyOf(one)} className="album-one" data-one={one.id} onMouseEnter={() => point(one)} onFocus={() => point(one)}>
            <Media message={one} open={() => view(one)} part={isLocal(one) ? one.part : undefined} />
            {!all && more > 0 && i === FIRST - 1 && <span className="more">+{more}</span>}
            {reactionsOf(one)}
          </span>
        ))}
      </span>
      {more > 0 && (
        <button type="button" className="album-all" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words('showLess') : words('showAll', { n: messages.length })}
        </button>
      )}
    </>
  )
}
