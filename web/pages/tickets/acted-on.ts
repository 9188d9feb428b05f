import { isLeader, user } from '../../session'
import type { Ticket } from './types'

/** Whether its verbs are this user's: the own tickets, those that wait, and a colleague's where one leads. */
export const isActedOn = ({ status, userId }: Ticket) =>
  status === 'pending' || (status === 'open' && (isLeader.value || userId === null || userId === user.value?.id))
