import { common } from './es/common'
import { errors } from './es/errors'
import { shell } from './es/shell'
import { tickets } from './es/tickets'
import type { pt } from './pt'

export const es: Record<keyof typeof pt, string> = {
  ...common,
  ...errors,
  ...shell,
  ...tickets,
}
