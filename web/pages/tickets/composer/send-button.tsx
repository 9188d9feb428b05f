import { CalendarClock, CheckCheck, ChevronUp } from 'lucide-react'
import { t } from '../../../kit/i18n'
import { Menu } from '../../../kit/menu'
import { may } from '../../../session'
import { words } from './texts'

type Props = {
  disabled: boolean
  isEdit: boolean
  send: () => void
  /** What else can be done with an answer. */
  more?: { sendAndResolve: () => void; sendLater: () => void }
}

/** Sends; its second half offers the other ways. */
export const SendButton = ({ disabled, isEdit, send, more }: Props) => (
  <span className="send-group desktop-only ml-1">
    <button className="btn btn-sm btn-primary" disabled={disabled} onClick={send}>
      {isEdit ? t('common.save') : t('tickets.send')} <kbd className="kbd">↵</kbd>
    </button>
    {more && (
      <Menu
        label={words('moreSending')}
        side="above"
        end
        trigger={
          <button className="btn btn-sm btn-primary" disabled={disabled} aria-label={words('moreSending')}>
            <ChevronUp className="icon icon-sm" aria-hidden />
          </button>
        }
        items={[
          {
            label: words('sendResolve'),
            icon: <CheckCheck className="icon" aria-hidden />,
            shortcut: 'sendResolve',
            run: more.sendAndResolve,
          },
          may('schedules:use') && {
            label: words('later'),
            icon: <CalendarClock className="icon" aria-hidden />,
            run: more.sendLater,
          },
        ]}
      />
    )}
  </span>
)
