import { common } from './pt/common'
import { connections } from './pt/connections'
import { contacts } from './pt/contacts'
import { errors } from './pt/errors'
import { integrations } from './pt/integrations'
import { sandbox } from './pt/sandbox'
import { session } from './pt/session'
import { shell } from './pt/shell'
import { tags } from './pt/tags'
import { tickets } from './pt/tickets'

/** Portuguese is the type: the other languages must have every key. */
export const pt = {
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
