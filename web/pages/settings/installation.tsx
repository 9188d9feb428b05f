import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { post } from '../../kit/api'
import { errorText } from '../../kit/errors'
import { settings, user } from '../../session'
import { chosenIn } from './shown-settings'
import { words } from './installation-texts'
import { PendingResets } from './pending-resets'
import { SettingRow, settled } from './setting-row'

const GROUPS = ['signUp', 'mail'] as const
const { of } = chosenIn(GROUPS)

/** What operators choose for all companies. */
export default function InstallationSettings() {
  useSignals()
  const canMail = Boolean(settings.value['smtpHost'] && settings.value['mailFrom'])
  return (
    <div className="page-body set-body">
      {GROUPS.map(group => (
        <section key={group} className="set" aria-labelledby={`g-${group}`}>
          <h2 id={`g-${group}`}>{words(group)}</h2>
          <div className="card-b">
            {of(group).map(field => (
              <SettingRow key={field.name} field={field} words={words} />
            ))}
            {group === 'mail' && <TestMail canMail={canMail} />}
          </div>
        </section>
      ))}
      <PendingResets canMail={canMail} />
    </div>
  )
}

type Outcome = { text: string; isBad: boolean }

function TestMail({ canMail }: { canMail: boolean }) {
  useSignals()
  const [outcome, tell] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    tell(undefined)
    try {
      await settled()
      const { answer } = await post<{ answer: string }>('/settings/test-mail')
      tell({ text: words('answered', { answer }), isBad: false })
    } catch (error) {
      tell({ text: errorText(error), isBad: true })
    }
    setBusy(false)
  }
  return (
    <div className="set-row">
      <div>
        <span className="font-medium">{words('test')}</span>
        <p>{words('testHelp', { email: user.value!.email })}</p>
        <p className={`set-answer ${outcome?.isBad ? 'bad' : 'ok'}`} role="status">
          {outcome?.text}
        </p>
      </div>
      <div className="ctl">
        <button className="btn btn-plain" disabled={!canMail} aria-busy={busy} onClick={() => busy || void send()}>
          {busy && <span className="loading loading-spinner" style={{ width: 14 }} />}
          {words('sendTest')}
        </button>
      </div>
    </div>
  )
}
