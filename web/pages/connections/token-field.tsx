import { useSignals } from '@preact/signals-react/runtime'
import { Copy, RefreshCw } from 'lucide-react'
import type { FieldProps } from '../../crud/fields'
import { copyText } from '../../kit/copy'
import { TextField } from '../../kit/field'
import { IconButton } from '../../kit/icon-button'
import { newToken } from './new-token'
import { words } from './texts'

/** The token is written and never shown again: a new one can be copied until the form closes. */
export function TokenField({ form, isNew }: FieldProps) {
  useSignals()
  const token = String(form.values.value['token'] ?? '')
  const renew = () => form.set('token', newToken())
  const after = (
    <span className="flex gap-1">
      {token && <IconButton icon={Copy} label={words('copyToken')} className="btn-sm" onClick={() => copyText(token)} />}
      <IconButton icon={RefreshCw} label={words('renewToken')} className="btn-sm" onClick={renew} />
    </span>
  )
  return (
    <TextField
      label={words('token')}
      help={words(token ? 'tokenOnce' : 'tokenHelp')}
      after={after}
      spellCheck={false}
      placeholder={isNew ? undefined : '••••••••'}
      {...form.field('token')}
      error={form.errors.value['token']}
    />
  )
}
