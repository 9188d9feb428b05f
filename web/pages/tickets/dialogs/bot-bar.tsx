import { useSignals } from '@preact/signals-react/runtime'
import { Bot } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TicketBot } from '../../../../src/modules/ticket-bots'
import { get, put } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { clock } from '../../../kit/format'
import { Menu } from '../../../kit/menu'
import type { Json } from '../../../kit/rows'
import { hasRobot } from '../bot'
import { now } from '../list/store'
import type { Ticket } from '../types'
import { words } from './bot-texts'

type State = Pick<Json<TicketBot>, 'holder' | 'reason' | 'pausedUntil'> & { name: string | null }

const PAUSES = [15, 60, 8 * 60]

/** Which robot has a conversation that waits, why, and what a person may want of it. */
export function BotBar({ ticket }: { ticket: Ticket }) {
  useSignals()
  const [bot, setBot] = useState<State>()
  const { id, status, chatbot, useIntegration, queueId } = ticket
  const waits = status === 'pending'
  const isLed = hasRobot(ticket) || Boolean(bot?.reason && bot.reason !== 'person')
  useEffect(() => {
    let isOver = false
    if (waits) get<{ bot: State }>(`/tickets/${id}`).then(({ bot }) => isOver || setBot(bot), toastError)
    return () => void (isOver = true)
    // What a machine has to say of it changes with each message, and when a colleague lets it rest; nobody else's reasons do.
  }, [id, waits, chatbot, useIntegration, queueId, isLed && ticket])
  if (!waits || !bot?.reason || bot.reason === 'person') return null
  const isPaused = bot.pausedUntil !== null && Date.parse(bot.pausedUntil) > now.value
  const steer = (pauseMinutes: number) =>
    void put<{ bot: State }>(`/tickets/${id}/bot`, { pauseMinutes }).then(({ bot }) => setBot(bot), toastError)
  return (
    <div className="bot-bar" role="status">
      <Bot className="icon" aria-hidden />
      <span className="min-w-0">
        <b>{isPaused ? words('pausedUntil', { time: clock(bot.pausedUntil!) }) : words(bot.holder)}</b>
        {bot.name && <b> · {bot.name}</b>}
        <span className="block muted t-meta">{words(isPaused ? 'pausedWhy' : (`why.${bot.reason}` as 'why.menu'))}</span>
      </span>
      {isPaused ? (
        <button type="button" className="btn btn-plain ml-auto" onClick={() => steer(0)}>
          {words('resume')}
        </button>
      ) : (
        hasRobot(ticket) && (
          <Menu
            label={words('pause')}
            end
            items={PAUSES.map(minutes => ({
              label: minutes < 60 ? words('minutes', { n: minutes }) : words('hours', { n: minutes / 60 }),
              run: () => steer(minutes),
            }))}
            trigger={
              <button type="button" className="btn btn-plain ml-auto">
                {words('pause')}
              </button>
            }
          />
        )
      )}
    </div>
  )
}
