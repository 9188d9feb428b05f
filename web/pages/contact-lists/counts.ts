import type { ContactList } from '../../catalog'
import type { Part } from '../campaigns/meter'
import { words } from './texts'

/** What is known of the numbers of a list. */
export const partsOf = ({ valid, invalid, unchecked }: ContactList): Part[] => [
  { tone: 'best', label: words('valid'), n: valid },
  { tone: 'bad', label: words('invalid'), n: invalid },
  { tone: 'fair', label: words('unchecked'), n: unchecked },
]

export const sourceOf = ({ source, sourceName }: ContactList) => words(`source.${source}`, { name: sourceName })
