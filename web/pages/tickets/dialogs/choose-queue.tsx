import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dot } from '../../../kit/chips'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { AreaField } from '../../../kit/field'
import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import { heldFor } from '../composer/type-ahead'
import { words } from './texts'

/** Whoever sorts several in a row mostly puts them into the same. */
let last: number | undefined

/** What is typed over the question is added to the answer that is held, however the question ends. */
function useWritten(ticketId: number | undefined) {
  const [{ add }] = useState(() => ({ add: ticketId === undefined ? undefined : heldFor(ticketId) }))
  const [text, write] = useState('')
  const latest = useRef('')
  latest.current = text
  useLayoutEffect(() => () => add?.(latest.current), [add])
  return { isHeld: add !== undefined, text, write }
}

type Props = { n: number; ticketId?: number; answer: (queueId: number | false) => void }

/** Into which of the own queues tickets come that have none. Whoever goes on writing to the customer writes below it. */
export function ChooseQueue({ n, ticketId, answer }: Props) {
  useSignals()
  const queues = user.value?.queues ?? []
  const [chosen, setChosen] = useState((queues.find(({ id }) => id === last) ?? queues[0])?.id)
  const { isHeld, text, write } = useWritten(ticketId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    last = chosen
    answer(chosen ?? false)
  }
  /** Arrows and Enter answer the question, wherever the letters go. */
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const answers = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey
    if (event.nativeEvent.isComposing || (by === undefined && !answers)) return
    event.preventDefault()
    if (by === undefined) return event.currentTarget.form?.requestSubmit()
    const at = queues.findIndex(({ id }) => id === chosen) + by
    setChosen(queues.at(at % queues.length)?.id)
  }
  const isWritten = text !== ''
  return (
    <Dialog
      title={words('whichQueue')}
      width={420}
      close={() => answer(false)}
      onSubmit={submit}
      footer={
        <div className="contents" onKeyDown={toField}>
          <FormFoot close={() => answer(false)} action={t('tickets.accept')} />
        </div>
      }
    >
      <p className="muted mb-4">{words('whichQueueText', { n })}</p>
      <div className="pick-list" role="radiogroup" aria-label={t('tickets.queue')} onKeyDown={toField}>
        {queues.map(queue => (
          <label key={queue.id} className="pick-row">
            <input
              type="radio"
              name="queue"
              className="radio radio-primary"
              checked={queue.id === chosen}
              onChange={() => setChosen(queue.id)}
            />
            <Dot color={queue.color} />
            <span className="clip">{queue.name}</span>
          </label>
        ))}
      </div>
      {isHeld && (
        <div className={isWritten ? 'mt-4' : 'sr-only'}>
          <AreaField
            id={FIELD}
            label={words('writtenAhead')}
            rows={2}
            tabIndex={isWritten ? undefined : -1}
            value={text}
            onChange={event => write(event.currentTarget.value)}
            onKeyDown={keys}
          />
        </div>
      )}
    </Dialog>
  )
}

const FIELD = 'written-ahead'
/** A letter, also one whose accent is typed first, is a part of the answer. */
const toField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
  if (/^(\S|Dead|Process)$/u.test(key) && !ctrlKey && !metaKey && !altKey) document.getElementById(FIELD)?.focus()
}
