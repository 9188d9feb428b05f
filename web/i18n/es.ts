import { common } from './es/common'
import { connections } from './es/connections'
import { contacts } from './es/contacts'
import { errors } from './es/errors'
import { integrations } from './es/integrations'
import { sandbox } from './es/sandbox'
import { session } from './es/session'
import { shell } from './es/shell'
import { tags } from './es/tags'
import { tickets } from './es/tickets'
import type { pt } from './pt'

export const es: Record<keyof typeof pt, string> = {
  ...common,
  ...errors,
  ...shell,
  ...session,
  ...tickets,
  ...tags,
  ...contacts,
  ...connections,
  ...sandbox,
  ...integrations,
}
