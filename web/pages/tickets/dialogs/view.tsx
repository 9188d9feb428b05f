import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { Avatar } from '../../../kit/avatar'
import { Dialog } from '../../../kit/dialog'
import { t } from '../../../kit/i18n'
import { toast } from '../../../kit/toast'
import { retry } from '../composer/sending'
import { card } from '../conversation/card'
import { openConversation } from '../conversation/conversation'
import { Where } from '../conversation/header'
import { Thread } from '../conversation/thread'
import type { Ticket } from '../types'
import { BotBar } from './bot-bar'
import { words } from './texts'

const nothing = () => {}

/** A look at a conversation: nobody takes it by that, and nothing of it is read. */
export function View({ ticket: first, close, open }: { ticket: Ticket; close: () => void; open: () => void }) {
  useSignals()
  const conversation = useMemo(
    () =>
      openConversation(first, isGone => {
        if (!isGone) return
        toast.bad(t('tickets.gone'))
        close()
      }),
    [first],
  )
  useEffect(() => conversation.enter({ isLook: true }), [conversation])
  const ticket = conversation.ticket.value
  const { contact } = ticket
  return (
    <Dialog
      width={640}
      close={close}
      title={
        <span className="view-head">
          <Avatar name={contact.name} src={contact.profilePicUrl} />
          <span className="min-w-0">
            <span className="block clip">{contact.name}</span>
            <span className="flex items-center gap-1.5 t-meta muted font-normal min-w-0">
              <Where ticket={ticket} plain />
            </span>
          </span>
        </span>
      }
      footer={
        <>
          <span className="mr-auto faint t-meta">{words('onlyLooking')}</span>
          <button type="button" className="btn btn-plain" onClick={open}>
            {t('tickets.openConversation')}
          </button>
        </>
      }
    >
      <BotBar ticket={ticket} />
      <div className="view-thread">
        <Thread
          conversation={conversation}
          actions={{
            ...card,
            retry: message => void retry(conversation, message),
            ...{ reply: nothing, edit: nothing, erase: nothing, react: nothing, cancel: nothing, copy: nothing, select: nothing },
          }}
        />
      </div>
    </Dialog>
  )
}
