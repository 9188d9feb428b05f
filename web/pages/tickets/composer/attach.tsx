import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, Camera, CheckCheck, ContactRound, MapPin, Paperclip, PenLine, Plus, StickyNote } from 'lucide-react'
import { useRef, useState } from 'react'
import { t, withTexts } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { phone } from '../../../kit/screen-width'
import { Menu } from '../../../kit/menu'
import { Part } from '../../../kit/part'
import { retried } from '../../../kit/style'
import { touched } from '../../../kit/touched'
import { may } from '../../../session'
import type { Conversation } from '../conversation/conversation'
import { sendLater } from '../dialogs/shown'
import type { Draft } from './drafts'
import { focusComposerSoon } from './focus'
import { signLabel, signs } from './signature'
import { words } from './texts'

const SendPeople = retried(withTexts(() => import('./send-people')))
const SendPlace = retried(withTexts(() => import('./send-place')))

type Props = {
  ticket: Conversation['ticket']
  draft: Draft
  chooseFiles: () => void
  disabled: boolean
  /** Where there is something to send. */
  sendAndResolve?: () => void
}

/** What can be sent besides words: files, what a phone takes a picture of, people, a place; and what is typed, later. On a phone also a note, and whether it is signed. */
export function Attach({ ticket, draft, chooseFiles, disabled, sendAndResolve }: Props) {
  useSignals()
  const [sending, setSending] = useState<'people' | 'place'>()
  const camera = useRef<HTMLInputElement>(null)
  const close = () => {
    setSending(undefined)
    focusComposerSoon()
  }
  const Sending = sending === 'people' ? SendPeople : SendPlace
  return (
    <>
      <Menu
        label={t('tickets.attach')}
        side="above"
        trigger={<IconButton icon={phone.value ? Plus : Paperclip} label={t('tickets.attach')} className="btn-sm" disabled={disabled} />}
        items={[
          { label: words('file'), icon: <Paperclip className="icon" aria-hidden />, run: chooseFiles },
          touched.matches && { label: words('camera'), icon: <Camera className="icon" aria-hidden />, run: () => camera.current?.click() },
          { label: words('people'), icon: <ContactRound className="icon" aria-hidden />, run: () => setSending('people') },
          { label: words('place'), icon: <MapPin className="icon" aria-hidden />, run: () => setSending('place') },
          may('schedules:use') && {
            label: words('later'),
            icon: <CalendarClock className="icon" aria-hidden />,
            run: () => sendLater(ticket.peek()),
          },
          // Beside the field there is room for these on a wide screen alone.
          phone.value &&
            sendAndResolve && {
              label: words('sendResolve'),
              icon: <CheckCheck className="icon" aria-hidden />,
              run: sendAndResolve,
            },
          phone.value &&
            may('tickets:write') && {
              label: words('writeNote'),
              icon: <StickyNote className="icon" aria-hidden />,
              run: () => void (draft.noting.value = true),
            },
          phone.value && {
            label: signLabel(),
            icon: <PenLine className="icon" aria-hidden />,
            checked: signs.value,
            toggles: true,
            run: () => void (signs.value = !signs.value),
          },
        ]}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*,video/*"
        capture="environment"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={event => {
          draft.attach(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
          focusComposerSoon()
        }}
      />
      {sending && (
        <Part>
          <Sending ticketId={ticket.value.id} close={close} />
        </Part>
      )}
    </>
  )
}
