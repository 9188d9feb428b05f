import { useSignals } from '@preact/signals-react/runtime'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { catalog, type Connection } from '../../catalog'
import { put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { copyText } from '../../kit/copy'
import { toastError } from '../../kit/errors'
import { Field } from '../../kit/field'
import { IconButton } from '../../kit/icon-button'
import { PasswordField } from '../../kit/password-field'
import { newToken } from '../connections/new-token'
import { words } from './texts'

/** Secrets are not among the typed columns of a row: that there is one is told beside it. */
const hasToken = (row: Connection) => 'hasToken' in row && row.hasToken === true

type Props = { token: string; change: (token: string) => void }

/** Which connection sends, and its token: one that is made here is shown this once, any other is pasted. */
export function ChooseToken({ token, change }: Props) {
  useSignals()
  const { items, loaded } = catalog('connections')
  const [id, setId] = useState<number>()
  const [made, setMade] = useState(false)
  const chosen = items.value.find(one => one.id === id) ?? items.value[0]
  if (loaded.value && !chosen) return <p className="muted t-body">{words('noConnections')}</p>
  async function renew(connection: Connection) {
    const { id, name } = connection
    const question = { title: words('renewTitle', { name }), text: words('renewText'), action: words('renew'), danger: true }
    if (hasToken(connection) && !(await confirm(question))) return
    const fresh = newToken()
    await put(`/whatsapp/${id}`, { token: fresh }).then(() => {
      change(fresh)
      setMade(true)
    }, toastError)
  }
  return (
    <>
      <Field id="api-connection" label={words('connection')}>
        <select
          id="api-connection"
          className="select"
          value={chosen?.id ?? ''}
          onChange={event => {
            setId(Number(event.currentTarget.value))
            setMade(false)
            change('')
          }}
        >
          {items.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <PasswordField
        id="api-token"
        label={words('token')}
        help={chosen && words(made ? 'fresh' : hasToken(chosen) ? 'hasToken' : 'hasNone')}
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={event => {
          change(event.currentTarget.value.trim())
          setMade(false)
        }}
      />
      {chosen && (
        <div className="flex gap-2">
          <button type="button" className="btn btn-plain btn-sm" onClick={() => void renew(chosen)}>
            <KeyRound className="icon icon-sm" aria-hidden />
            {words(hasToken(chosen) ? 'renew' : 'generate')}
          </button>
          {made && <IconButton icon={Copy} label={words('copyToken')} className="btn-sm" onClick={() => copyText(token)} />}
        </div>
      )}
    </>
  )
}
