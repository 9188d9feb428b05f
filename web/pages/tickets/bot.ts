import { catalog } from '../../catalog'
import { change, standing } from './change'
import type { Ticket } from './types'

/** Whether a robot answers in it now. */
export const hasRobot = ({ status, chatbot, useIntegration }: Ticket) => status === 'pending' && (chatbot || useIntegration)

/** Whether the connection or the queue of a ticket has a robot that could answer in it. */
export function couldHaveRobot({ whatsappId, queueId, isGroup }: Ticket) {
  const { items } = catalog('connections')
  const connection = items.value.find(({ id }) => id === whatsappId)
  const queue = connection?.queues.find(({ id }) => id === queueId)
  const robots = [connection, queue].some(one => one && (one.promptId !== null || one.integrationId !== null))
  return !isGroup && connection !== undefined && (robots || connection.queues.length > 1)
}

/** It waits again, and the robot begins anew with the customer's next message. */
export const giveToBot = (ticket: Ticket) => change(ticket, { giveBack: true, expected: standing(ticket) }, '/bot')
