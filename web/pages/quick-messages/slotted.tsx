import { partsForPeople, partsOf } from '../../../src/flows/text-variables'
import { words } from './texts'

/** A text with its variables drawn as such, and as wrong those that nobody fills in; with `forPeople`, as campaigns say it. */
export const Slotted = ({ text, forPeople = false }: { text: string; forPeople?: boolean }) =>
  (forPeople ? partsForPeople : partsOf)(text).map(({ part, name, isKnown }, i) => {
    if (name === undefined) return part
    return isKnown ? (
      <span key={i} className="slot">
        {words.find(name) ?? name}
      </span>
    ) : (
      <span key={i} className="slot is-wrong" title={words('unknown', { names: part })}>
        {part}
      </span>
    )
  })
