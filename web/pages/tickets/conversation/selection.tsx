import { useSignals } from '@preact/signals-react/runtime'
import { Forward as ForwardIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEscape } from '../../../kit/escape'
import { t, withTexts } from '../../../kit/i18n'
import { Part } from '../../../kit/part'
import { retried } from '../../../kit/style'
import { toast } from '../../../kit/toast'
import { words } from '../dialogs/texts'
import { focusComposerSoon } from '../composer/focus'
import type { Message } from '../types'
import type { Conversation } from './conversation'
import { isLocal, type Shown } from './messages'

const Forward = retried(withTexts(() => import('../dialogs/forward')))

const CAN = /^(conversation|extendedTextMessage|chat|text|locationMessage|contactMessage|contactsArrayMessage)$/
/** Whether a message can go on: words, a card, or a file that is here. */
export const isForwardable = (message: Shown): message is Message =>
  !isLocal(message) && !message.isDeleted && Boolean(message.mediaUrl || (CAN.test(message.mediaType) && !message.mimetype))

/** In the place of the composer while messages are chosen. Escape leaves. */
export function SelectionBar({ conversation, chosen }: { conversation: Conversation; chosen: ReadonlySet<string> }) {
  useSignals()
  const [forwarding, setForwarding] = useState<Message[]>()
  const go = useRef<HTMLButtonElement>(null)
  // Once the menu that it was asked for in has given the focus back: most often one message goes on.
  useEffect(() => {
    const timer = setTimeout(() => go.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  function leave() {
    conversation.selection.value = null
    focusComposerSoon()
  }
  useEscape(leave)
  const forward = () => {
    const messages = conversation.messages.value.filter(message => chosen.has(message.id)).filter(isForwardable)
    if (messages.length) setForwarding(messages)
    else toast.bad(words('selectNone'))
  }
  return (
    <div className="accept-bar" role="toolbar" aria-label={words('forward')}>
      <div className="min-w-0 font-semibold t-body tnum" role="status">
        {words('selected', { n: chosen.size })}
      </div>
      <span className="ml-auto" />
      <button className="btn btn-quiet" onClick={leave}>
        {t('common.cancel')} <kbd className="kbd">Esc</kbd>
      </button>
      <button ref={go} className="btn btn-primary" onClick={forward}>
        <ForwardIcon className="icon" aria-hidden />
        {words('forward')}
      </button>
      {forwarding && (
        <Part>
          <Forward messages={forwarding} close={() => setForwarding(undefined)} done={leave} />
        </Part>
      )}
    </div>
  )
}
