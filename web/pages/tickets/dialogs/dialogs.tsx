import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { drawn, keepTyped, stopKeeping } from '../../../kit/ahead'
import { t } from '../../../kit/i18n'
import { MenuItems } from '../../../kit/menu'
import { Popover } from '../../../kit/popover'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { chooseNone, chosen } from '../list/choosing'
import { rowItems } from '../ticket-verbs'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'
import { ChooseQueue } from './choose-queue'
import NewTicket from './new-ticket'
import { dialog } from './shown'
import { Snooze } from './snooze'
import { Transfer } from './transfer'
import { View } from './view'
import scheduleStyle from '../../schedules/schedules.css'
import listStyle from '../../list.css'
import transcriptStyle from './transcript.css'

const Views = retried(styled(() => import('./views'), listStyle))
const SendLater = retried(styled(() => import('../composer/send-later'), listStyle, scheduleStyle))
const Transcript = retried(styled(() => import('./transcript'), transcriptStyle))

let before: typeof dialog.value
/** Whoever asked for it stood in the answer. */
let wrote = false
dialog.subscribe(asked => {
  if (asked) wrote = Boolean(document.activeElement?.closest('.composer'))
  if (asked) keepTyped()
  // Another box may have been asked for since.
  else if (before) stopKeeping()
  // Whoever went elsewhere gave no answer: what waits for one ends.
  if (before?.kind === 'queue' && before !== asked) before.answer(false)
  before = asked
})

type Props = { verbs: Verbs }

/** Draws the dialog that is asked for. */
export default function Dialogs({ verbs }: Props) {
  useSignals()
  const shown = dialog.value
  useEffect(() => void (shown && drawn()), [shown])
  const close = () => (dialog.value = undefined)
  const gone = (ticket: Ticket) => {
    if (chosen.peek().has(ticket.id)) chooseNone()
    return verbs.goOn(ticket, wrote)
  }
  const opened = (ticket: Ticket) => {
    close()
    verbs.open(ticket)
  }
  switch (shown?.kind) {
    case 'new':
      return <NewTicket preset={shown.preset} close={close} opened={opened} />
    case 'transfer':
      return <Transfer tickets={shown.tickets} to={shown.to} close={close} gone={gone} open={verbs.open} />
    case 'snooze':
      return <Snooze tickets={shown.tickets} close={close} gone={gone} open={verbs.open} />
    case 'menu':
      return (
        <Popover anchor={shown.anchor} close={() => dialog.peek() === shown && close()} label={t('common.more')} end role="menu">
          <MenuItems items={rowItems(shown.ticket, verbs)} close={close} />
        </Popover>
      )
    case 'views':
      return (
        <Part>
          <Views close={close} id={shown.id} />
        </Part>
      )
    case 'transcript':
      return (
        <Part>
          <Transcript ticket={shown.ticket} close={close} />
        </Part>
      )
    case 'later':
      return (
        <Part>
          <SendLater ticket={shown.ticket} row={shown.row} close={close} />
        </Part>
      )
    case 'view':
      return <View ticket={shown.ticket} close={close} open={() => opened(shown.ticket)} />
    case 'queue':
      return (
        <ChooseQueue
          n={shown.n}
          ticketId={shown.ticketId}
          answer={queueId => {
            shown.answer(queueId)
            close()
          }}
        />
      )
    case undefined:
      return null
  }
}
