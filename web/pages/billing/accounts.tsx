import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { type ProviderName, PROVIDERS } from '../../../src/modules/payments/body'
import type { Account } from '../../../src/modules/payments'
import { OFFICE_TOAST_MS } from '../../constants'
import { type Body, type Drawn, fieldsOf, valueOf } from '../../crud/describe'
import { DrawnField, type NounForm } from '../../crud/fields'
import { post, put } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { AreaField } from '../../kit/field'
import { form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { useAnswer } from '../../kit/answer'
import { Certificate } from './certificate'
import { Terms } from './terms'
import { words } from './texts'
import { Webhook } from './webhook'

type Row = Json<Account>

/** Into which account companies pay: one of the providers, with its settings. */
export function Accounts() {
  const { answer, error, retry } = useAnswer<Row[]>('/payment-accounts', {})
  const [chosen, choose] = useState<string>()
  if (error && !answer) return <LoadFailed what={words('accountsWhat')} retry={retry} />
  if (!answer) return <Skeleton rows={4} height={64} avatar={false} />
  const account = answer.find(one => one.provider === chosen) ?? answer.find(one => one.isActive) ?? answer[0]!
  return (
    <div className="accounts">
      <section className="card-b providers" role="radiogroup" aria-label={words('provider')}>
        {answer.map(one => (
          <label key={one.provider} className="pick-row">
            <input type="radio" name="provider" className="radio" checked={one === account} onChange={() => choose(one.provider)} />
            <span className="min-w-0">
              <b className="font-medium">{words.find(one.provider)}</b>
              <br />
              <span className="muted t-meta">{words.find(`${one.provider}Help`)}</span>
            </span>
            {one.isActive && <State tone="ok">{words('inUse')}</State>}
          </label>
        ))}
      </section>
      <Account key={account.provider} account={account} saved={retry} />
      <Terms />
    </div>
  )
}

const PEM = ['certificate', 'privateKey']

/** A stored secret may be left out: the server keeps it. */
const leavingOut = (body: Body, kept: string[]) =>
  v.object({ ...body.entries, ...Object.fromEntries(kept.map(name => [name, v.optional(v.string(), '')])) })

/** Efí's carries its secret in the address. */
const hookOf = ({ provider, webhook }: Row) => `${location.origin}${webhook}${provider === 'efi' ? '?hmac=…' : ''}`

function Account({ account, saved }: { account: Row; saved: () => void }) {
  useSignals()
  const provider = account.provider as ProviderName
  const body = PROVIDERS[provider] as unknown as Body
  const [isTesting, setTesting] = useState(false)
  const [fields] = useState(() => fieldsOf(body))
  const [held] = useState(() => {
    const first = Object.fromEntries(fields.map(field => [field.name, valueOf(field, account.settings)]))
    // Of a certificate, the file stands for its two texts.
    const kept = provider === 'efi' ? [...account.kept, ...PEM, 'p12', 'p12Password'] : account.kept
    const given = provider === 'efi' ? { ...first, p12: '', p12Password: '' } : first
    return form(leavingOut(body, kept), given, async settings => {
      await put(`/payment-accounts/${provider}`, { isActive: true, settings })
      toast.ok(words('saved'), OFFICE_TOAST_MS)
      saved()
    })
  })
  const test = async () => {
    setTesting(true)
    await post(`/payment-accounts/${provider}/test`, { settings: held.values.peek() })
      .then(() => toast.ok(words('tested'), OFFICE_TOAST_MS), toastError)
      .finally(() => setTesting(false))
  }
  return (
    <form className="card-b account" noValidate onSubmit={held.submit} aria-label={words.find(provider)}>
      {provider === 'efi' && <Certificate form={held} isNew={!account.kept.includes('certificate')} />}
      {fields.map(field => (
        <Setting key={field.name} field={field} form={held} isNew={!account.kept.includes(field.name)} />
      ))}
      {provider === 'efi' && account.isSet && <Webhook />}
      {account.webhook && ('webhookToken' in body.entries || 'webhookSecret' in body.entries) ? (
        <p className="muted t-meta hook">
          {words('hook')} <code>{hookOf(account)}</code>
        </p>
      ) : null}
      <footer>
        <button type="button" className="btn btn-plain" aria-busy={isTesting} onClick={() => void test()}>
          {words('test')}
        </button>
        <button className="btn btn-primary" aria-busy={held.busy.value}>
          {words(account.isActive ? 'save' : 'saveAndUse')}
        </button>
      </footer>
    </form>
  )
}

/** A field of the account; what has several lines, as a certificate does, would lose them in a field of one. */
function Setting({ field, form, isNew }: { field: Drawn; form: NounForm; isNew: boolean }) {
  useSignals()
  const { name, rows } = field
  if (!rows) return <DrawnField field={field} form={form} words={words} isNew={isNew} />
  return (
    <AreaField
      label={words.find(name)}
      rows={rows}
      spellCheck={false}
      optional={!isNew}
      help={isNew ? words.find(`${name}Help`) : t('common.secretKept')}
      placeholder={isNew ? '-----BEGIN' : '••••••••'}
      error={form.errors.value[name]}
      {...form.field(name)}
    />
  )
}
