import type { RegisteredNoun } from '#kernel/noun/noun'
import { connections } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { integration } from '#modules/integrations'
import { queues } from '#modules/queues'
import { queueOptions } from '#modules/queue-options'
import { optOuts } from '#modules/opt-outs'
import { coupons } from '#modules/coupons'
import { plans } from '#modules/plans'
import { campaigns } from '#modules/campaigns'
import { contactListItems } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { quickMessages } from '#modules/quick-messages'
import { helps } from '#modules/helps'
import { announcements } from '#modules/announcements'
import { prompts } from '#modules/prompts'
import { files } from '#modules/files'
import { schedules } from '#modules/schedules'
import { eventWebhooks } from '#modules/event-webhooks'
import { tags } from '#modules/tags'
import { ticketNotes } from '#modules/ticket-notes'
import { users } from '#modules/users'

/** Every noun that is told by its facts: the tests of rights, references, bodies and texts read them here. */
export const nouns: RegisteredNoun[] = [
  connections,
  contacts,
  integration,
  queues,
  queueOptions,
  quickMessages,
  tags,
  users,
  helps,
  plans,
  coupons,
  announcements,
  prompts,
  ticketNotes,
  files,
  schedules,
  eventWebhooks,
  contactLists,
  contactListItems,
  campaigns,
  optOuts,
]
