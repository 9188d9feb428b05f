import { common } from './en/common'
import { connections } from './en/connections'
import { contacts } from './en/contacts'
import { errors } from './en/errors'
import { integrations } from './en/integrations'
import { sandbox } from './en/sandbox'
import { session } from './en/session'
import { shell } from './en/shell'
import { tags } from './en/tags'
import { tickets } from './en/tickets'
import type { pt } from './pt'

export const en: Record<keyof typeof pt, string> = {
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
