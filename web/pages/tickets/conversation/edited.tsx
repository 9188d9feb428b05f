import { useEffect, useState } from 'react'
import type { EarlierText } from '../../../../src/modules/messages'
import { get } from '../../../kit/api'
import { clock, dateTime, sameDay } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import { Pop } from '../../../kit/popover'
import type { Json } from '../../../kit/rows'
import type { Message } from '../types'
import { Said } from './said'
import { words } from './texts'

type Earlier = Json<EarlierText>

/** That a message was edited, and behind it what it said before. */
export const Edited = ({ message }: { message: Message }) => {
  const edited = t('tickets.edited', { time: clock(message.createdAt) })
  return (
    <Pop
      label={words('earlier')}
      width={300}
      end={message.fromMe}
      trigger={
        <button type="button" className="edited" aria-label={words('seeEarlier', { edited })}>
          {edited}
        </button>
      }
    >
      {() => <EarlierTexts message={message} />}
    </Pop>
  )
}

function EarlierTexts({ message: { id, body, createdAt } }: { message: Message }) {
  const [history, setHistory] = useState<Earlier[]>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    get<{ history: Earlier[] }>(`/messages/${id}/history`).then(
      answer => current && setHistory(answer.history),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
    // An edit while it is open adds one.
  }, [id, body])
  return (
    <div className="earlier">
      <h3>{words('earlier')}</h3>
      {failed && <p className="faint">{t('common.loadFailed', { what: words('whatEarlier') })}</p>}
      <ul aria-busy={!history && !failed}>
        {history?.map((text, i) => (
          <li key={i}>
            <p className="words">
              <Said text={text.body} />
            </p>
            <time className="faint t-meta" dateTime={text.writtenAt}>
              {sameDay(text.writtenAt, createdAt) ? clock(text.writtenAt) : dateTime(text.writtenAt)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  )
}
