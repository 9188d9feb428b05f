import { useSignals } from '@preact/signals-react/runtime'
import { ContactRound, MapPin, Paperclip, Plus } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { t } from '../../../kit/i18n'
import { IconButton } from '../../../kit/icon-button'
import { phone } from '../../../kit/media'
import { Menu } from '../../../kit/menu'
import { focusComposerSoon } from './focus'
import { words } from './texts'

const SendPeople = lazy(() => import('./send-people'))
const SendPlace = lazy(() => import('./send-place'))

/** What can be sent besides words: files, people, a place. */
export function Attach({ ticketId, chooseFiles, disabled }: { ticketId: number; chooseFiles: () => void; disabled: boolean }) {
  useSignals()
  const [sending, setSending] = useState<'people' | 'place'>()
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
          { label: words('people'), icon: <ContactRound className="icon" aria-hidden />, run: () => setSending('people') },
          { label: words('place'), icon: <MapPin className="icon" aria-hidden />, run: () => setSending('place') },
        ]}
      />
      {sending && (
        <Suspense>
          <Sending ticketId={ticketId} close={close} />
        </Suspense>
      )}
    </>
  )
}
