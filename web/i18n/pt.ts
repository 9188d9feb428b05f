import { common } from './pt/common'
import { errors } from './pt/errors'
import { shell } from './pt/shell'
import { tickets } from './pt/tickets'

/** Portuguese is the type: the other languages must have every key. */
export const pt = {
  ...common,
  ...errors,
  ...shell,
  ...tickets,
}
