import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { type ProviderName, PROVIDERS } from '../../../src/modules/payments/body'
import type { Account } from '../../../src/modules/payments'
import { OFFICE_TOAST_MS } from '../../constants'
import { type Body, fieldsOf, valueOf } from '../../crud/describe'
import { DrawnField, type NounForm } from '../../crud/fields'
import { post, put } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { form } from '../../kit/form'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { useAnswer } from '../dashboard/answer'
import { Grace } from './grace'
import { words } from './texts'

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
      <Grace />
    </div>
  )
}

/** A stored secret may be left out: the server keeps it. */
const keptValue = '•'.repeat(8)

function Account({ account, saved }: { account: Row; saved: () => void }) {
  useSignals()
  const provider = account.provider as ProviderName
  const body = PROVIDERS[provider] as unknown as Body
  const [isTesting, setTesting] = useState(false)
  const [fields] = useState(() => fieldsOf(body))
  const settingsOf = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, account.kept.includes(name) && value === keptValue ? '' : (value ?? null)]),
    )
  const [held] = useState(() => {
    const first = Object.fromEntries(
      fields.map(field => [field.name, account.kept.includes(field.name) ? keptValue : valueOf(field, account.settings)]),
    )
    return form(body, first as never, async values => {
      await put(`/payment-accounts/${provider}`, { isActive: true, settings: settingsOf(values) })
      toast.ok(words('saved'), OFFICE_TOAST_MS)
      saved()
    }) as unknown as NounForm
  })
  const test = async () => {
    setTesting(true)
    await post(`/payment-accounts/${provider}/test`, { settings: settingsOf(held.values.peek()) })
      .then(() => toast.ok(words('tested'), OFFICE_TOAST_MS), toastError)
      .finally(() => setTesting(false))
  }
  return (
    <form className="card-b account" noValidate onSubmit={held.submit} aria-label={words.find(provider)}>
      {fields.map(field => (
        <DrawnField key={field.name} field={field} form={held} words={words} isNew={!account.kept.includes(field.name)} />
      ))}
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
