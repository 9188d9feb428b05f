import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, Camera, ContactRound, MapPin, Paperclip, PenLine, Plus, StickyNote } from 'lucide-react'
import { useRef, useState } from 'react'
import { t, withTexts } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { phone } from '../../../kit/media'
import { Menu } from '../../../kit/menu'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { touched } from '../../../kit/touched'
import { may } from '../../../session'
import formsStyle from '../../forms.css'
import scheduleStyle from '../../schedules/schedules.css'
import listStyle from '../../list.css'
import type { Conversation } from '../conversation/conversation'
import type { Draft } from './drafts'
import { focusComposerSoon } from './focus'
import { signLabel, signs } from './signature'
import { words } from './texts'

const SendPeople = retried(withTexts(() => import('./send-people')))
const SendPlace = retried(withTexts(() => import('./send-place')))
const SendLater = retried(styled(() => import('../../schedules/sheet'), listStyle, formsStyle, scheduleStyle))

type Props = { ticket: Conversation['ticket']; draft: Draft; chooseFiles: () => void; disabled: boolean }

/** What can be sent besides words: files, what a phone takes a picture of, people, a place; and what is typed, later. On a phone also a note, and whether it is signed. */
export function Attach({ ticket, draft, chooseFiles, disabled }: Props) {
  useSignals()
  const [sending, setSending] = useState<'people' | 'place' | 'later'>()
  const camera = useRef<HTMLInputElement>(null)
  const close = () => {
    setSending(undefined)
    focusComposerSoon()
  }
  const { id: ticketId, contact, whatsappId } = ticket.value
  /** The words that were typed, and the first of the files, go with it. */
  const preset = () => ({ contact, whatsappId, body: draft.text.peek(), file: draft.files.peek()[0], signMessage: signs.peek() })
  const planned = () => {
    draft.text.value = ''
    draft.files.value = draft.files.value.slice(1)
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
            run: () => setSending('later'),
          },
          // Beside the field there is room for these on a wide screen alone.
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
      {sending === 'later' && (
        <Part>
          <SendLater preset={preset()} close={close} saved={planned} />
        </Part>
      )}
      {sending && sending !== 'later' && (
        <Part>
          <Sending ticketId={ticketId} close={close} />
        </Part>
      )}
    </>
  )
}
