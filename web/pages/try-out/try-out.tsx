import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { TalkStep, TriedStep } from '../../../src/modules/ticket-bots'
import type { NounForm } from '../../crud/fields'
import { catalog } from '../../catalog'
import { post } from '../../kit/api'
import { SelectField, TextField } from '../../kit/field'
import { retried, styled } from '../../kit/style'
import { words } from './texts'
import style from './try-out.css'
import { uuid } from '../../kit/uuid'

const Talk = retried(styled(() => import('./talk'), style))

type Props = { form: NounForm; kind: 'connection' | 'queue'; fields: readonly string[]; id: number | undefined }

/** Below a form: a customer who writes to exactly this, before it is saved, now or at a moment that somebody chooses. */
export function TryOut({ form, kind, fields, id }: Props) {
  useSignals()
  const [at, choose] = useState('')
  const [chosen, chooseConnection] = useState<number>()
  const values = form.values.value
  const tried = Object.fromEntries(fields.map(name => [name, values[name]]))
  // Greeting, away message and the other queues are those of a connection that offers this one.
  const lines = kind === 'queue' ? catalog('connections').items.value : []
  const line = chosen ?? (lines.find(one => one.queues.some(queue => queue.id === id)) ?? lines.find(one => one.isDefault) ?? lines[0])?.id
  const body = { connectionId: line, [`${kind}Id`]: id, [kind]: tried, at: at || undefined }
  return (
    <Folded>
      <Talk
        help={words('help')}
        asked={JSON.stringify(body)}
        ask={said => post<{ steps: TriedStep[] }>('/bots/try', { ...body, words: said }).then(({ steps }) => steps)}
      >
        <TextField
          id="try-at"
          label={words('at')}
          help={words('atHelp')}
          optional
          type="datetime-local"
          value={at}
          onChange={event => choose(event.currentTarget.value)}
        />
        {lines.length > 1 && (
          <SelectField
            id="try-line"
            label={words('connection')}
            value={line}
            onChange={event => chooseConnection(Number(event.currentTarget.value))}
          >
            {lines.map(one => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
        )}
      </Talk>
    </Folded>
  )
}

/** Below a form of a robot: a customer whom it answers as it stands; `send` is undefined when a field has to be corrected first. */
export function TalkToRobot({ send }: { send(said: { talk: string; words: string }): Promise<TalkStep | undefined> }) {
  const talk = useRef(uuid())
  return (
    <Folded>
      <Talk
        help={words('robotHelp')}
        begin={() => void (talk.current = uuid())}
        ask={async (said, before) => {
          const step = await send({ talk: talk.current, words: said.at(-1)! })
          return step && [...before, step]
        }}
      />
    </Folded>
  )
}

function Folded({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-4" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="font-medium">{words('title')}</summary>
      <Suspense>{open && children}</Suspense>
    </details>
  )
}
