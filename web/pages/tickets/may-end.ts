import { navigate } from 'wouter/use-browser-location'
import { confirm } from '../../kit/confirm'
import { t } from '../../kit/i18n'
import { beforeVerb } from './before-verb'
import { words } from './conversation/texts'
import type { Ticket } from './types'

/** Whether tickets may end, or go to somebody else, although something for their customers was written and not sent: asked where it was. */
export async function mayEnd(tickets: Ticket[], verb: 'resolve' | 'transfer' = 'resolve'): Promise<boolean> {
  const begun = tickets.filter(({ id }) => beforeVerb.isBegun?.(id))
  if (!begun.length) return true
  const name = begun.map(({ contact }) => contact.name).join(', ')
  const isNote = begun.every(({ id }) => beforeVerb.isNote?.(id))
  const title = words(isNote ? `${verb}Unsaved` : `${verb}Unsent`)
  const [text, stay] = [words(isNote ? 'resolveUnsavedText' : 'resolveUnsentText', { name }), words('resolveStay')]
  const action = verb === 'resolve' ? t('tickets.resolve') : words('transferAnyway')
  const ends = await confirm({ title, text, action, stay })
  // Who goes on writing does so in the conversation, also where a row was pressed.
  const [one, ...more] = begun
  if (!ends && !more.length && !location.pathname.includes(one!.uuid)) navigate(`/tickets/${one!.uuid}`)
  return ends
}
