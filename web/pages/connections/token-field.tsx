import { useSignals } from '@preact/signals-react/runtime'
import { Copy, RefreshCw } from 'lucide-react'
import type { FieldProps } from '../../crud/fields'
import { TextField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { IconButton } from '../../kit/icon-button'
import { toast } from '../../kit/toast'
import { words } from './texts'

const BYTES = 24

/** The token is written and never shown again: a new one can be copied until the form closes. */
export function TokenField({ form, isNew }: FieldProps) {
  useSignals()
  const token = String(form.values.value['token'] ?? '')
  const renew = () =>
    form.set('token', [...crypto.getRandomValues(new Uint8Array(BYTES))].map(byte => byte.toString(16).padStart(2, '0')).join(''))
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => toast.ok(t('common.copied')),
      () => {},
    )
  const after = (
    <span className="flex gap-1">
      {token && <IconButton icon={Copy} label={words('copyToken')} className="btn-sm" onClick={() => void copy()} />}
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
