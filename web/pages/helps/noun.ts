import { CirclePlay } from 'lucide-react'
import type { helps } from '../../../src/modules/helps'
import { helpApi } from '../../../src/modules/helps/api'
import { HelpBody } from '../../../src/modules/helps/body'
import type { RowOf } from '../../kit/rows'
import { may } from '../../session'
import { words } from './texts'

export type Help = RowOf<typeof helps>

const writes = () => may('helps:write')

/** What the cards of everyone and the table of operators have in common. */
export const helpNoun = {
  api: helpApi,
  body: HelpBody,
  words,
  icon: CirclePlay,
  nameOf: (help: Help) => help.title,
  order: (a: Help, b: Help) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id),
  can: { create: writes, write: writes },
}
