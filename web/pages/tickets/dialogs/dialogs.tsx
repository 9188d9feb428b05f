import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../../kit/i18n'
import { MenuItems } from '../../../kit/menu'
import { Popover } from '../../../kit/popover'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { rowItems } from '../ticket-verbs'
import type { Ticket } from '../types'
import { ChooseQueue } from './choose-queue'
import NewTicket from './new-ticket'
import { dialog } from './shown'
import { Snooze } from './snooze'
import { Transfer } from './transfer'
import { View } from './view'
import listStyle from '../../list.css'
import transcriptStyle from './transcript.css'

const Views = retried(styled(() => import('./views'), listStyle))
const Transcript = retried(styled(() => import('./transcript'), transcriptStyle))

type Props = { open: (ticket: Ticket) => void; leave: () => void; goOn: (ticket: Ticket) => void }

/** Draws the dialog that is asked for. `leave` is for a ticket that its user gave away, `goOn` for one that is put aside. */
export default function Dialogs({ open, leave, goOn }: Props) {
  useSignals()
  const shown = dialog.value
  const close = () => (dialog.value = undefined)
  const opened = (ticket: Ticket) => {
    close()
    open(ticket)
  }
  switch (shown?.kind) {
    case 'new':
      return <NewTicket preset={shown.preset} close={close} opened={opened} />
    case 'transfer':
      return (
        <Transfer
          tickets={shown.tickets}
          close={close}
          gone={uuid => {
            if (location.pathname.endsWith(uuid)) leave()
          }}
        />
      )
    case 'snooze':
      return <Snooze tickets={shown.tickets} close={close} done={goOn} />
    case 'menu':
      return (
        <Popover anchor={shown.anchor} close={() => dialog.peek() === shown && close()} label={t('common.more')} end role="menu">
          <MenuItems items={rowItems(shown.ticket, () => location.pathname.endsWith(shown.ticket.uuid) && leave())} close={close} />
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
    case 'view':
      return <View ticket={shown.ticket} close={close} open={() => opened(shown.ticket)} />
    case 'queue':
      return (
        <ChooseQueue
          answer={queueId => {
            close()
            shown.answer(queueId)
          }}
        />
      )
    case undefined:
      return null
  }
}
