import { catalog } from '../catalog'
import { t } from '../kit/i18n'
import { words } from './notice-words'
import type { UnreadTicket } from './unread'

/** That a ticket was handed to this person, by the name of who did: a robot has none, nor has who is gone. */
export function handedBy({ transferredBy }: UnreadTicket) {
  const by = catalog('users').items.value.find(({ id }) => id === transferredBy)
  return by ? words('handedBy', { name: by.name }) : t('tickets.transferred')
}
