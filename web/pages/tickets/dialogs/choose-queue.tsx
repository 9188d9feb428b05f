import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { Dot } from '../../../kit/chips'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import { words } from './texts'

/** Whoever sorts several in a row mostly puts them into the same. */
let last: number | undefined

/** Into which of the own queues tickets come that have none. */
export function ChooseQueue({ n, answer }: { n: number; answer: (queueId: number | false) => void }) {
  useSignals()
  const queues = user.value?.queues ?? []
  const [chosen, setChosen] = useState((queues.find(({ id }) => id === last) ?? queues[0])?.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    last = chosen
    answer(chosen ?? false)
  }
  return (
    <Dialog
      title={words('whichQueue')}
      width={420}
      close={() => answer(false)}
      onSubmit={submit}
      footer={<FormFoot close={() => answer(false)} action={t('tickets.accept')} />}
    >
      <p className="muted mb-4">{words('whichQueueText', { n })}</p>
      <div className="pick-list" role="radiogroup" aria-label={t('tickets.queue')}>
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
    </Dialog>
  )
}
