import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import type { NounForm } from '../../crud/fields'
import { retried, styled } from '../../kit/style'
import { words } from './texts'
import style from './try-out.css'

const Talk = retried(styled(() => import('./talk'), style))

type Props = { form: NounForm; kind: 'connection' | 'queue'; fields: readonly string[]; id: number | undefined }

/** Below a form: a customer who writes to exactly this, before it is saved. */
export function TryOut({ form, kind, fields, id }: Props) {
  useSignals()
  const [open, setOpen] = useState(false)
  const values = form.values.value
  const tried = Object.fromEntries(fields.map(name => [name, values[name]]))
  return (
    <details className="mt-4" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="font-medium">{words('title')}</summary>
      <Suspense>{open && <Talk asked={JSON.stringify({ [`${kind}Id`]: id, [kind]: tried })} />}</Suspense>
    </details>
  )
}
