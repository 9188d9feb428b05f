import { common } from './en/common'
import { errors } from './en/errors'
import { shell } from './en/shell'
import { tickets } from './en/tickets'
import type { pt } from './pt'

export const en: Record<keyof typeof pt, string> = {
  ...common,
  ...errors,
  ...shell,
  ...tickets,
}
