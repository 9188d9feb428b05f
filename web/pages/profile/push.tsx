import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { toastError } from '../../kit/errors'
import { user } from '../../session'
import { prefer } from '../../shell/prefer'
import { look, push, turnOff, turnOn } from '../../shell/push'
import { words } from './texts'

/** Notices of this device while the application is closed: the browser decides whether there are any, and says so. */
export function PushNotices() {
  useSignals()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void look(), [])
  const { waiting, words: shown } = user.value?.preferences.push ?? { waiting: true, words: true }
  const now = push.value
  const isPossible = now === 'on' || now === 'off'
  async function change(on: boolean) {
    setBusy(true)
    await (on ? turnOn() : turnOff()).catch(toastError)
    setBusy(false)
  }
  return (
    <>
      <Line id="own-push" label={words('push')} help={words(isPossible || now === 'unknown' ? 'pushHelp' : `push.${now}`)}>
        <input
          id="own-push"
          type="checkbox"
          role="switch"
          className="toggle"
          checked={now === 'on'}
          disabled={!isPossible}
          aria-busy={isBusy}
          aria-describedby="own-push-help"
          onChange={event => void change(event.currentTarget.checked)}
        />
      </Line>
      {now === 'on' && (
        <>
          <Line id="own-push-waiting" label={words('pushWaiting')} help={words('pushWaitingHelp')}>
            <input
              id="own-push-waiting"
              type="checkbox"
              role="switch"
              className="toggle"
              checked={waiting}
              onChange={event => void prefer({ push: { waiting: event.currentTarget.checked, words: shown } })}
            />
          </Line>
          <Line id="own-push-words" label={words('pushWords')} help={words('pushWordsHelp')}>
            <input
              id="own-push-words"
              type="checkbox"
              role="switch"
              className="toggle"
              checked={shown}
              onChange={event => void prefer({ push: { waiting, words: event.currentTarget.checked } })}
            />
          </Line>
        </>
      )}
    </>
  )
}

const Line = ({ id, label, help, children }: { id: string; label: string; help: string; children: React.ReactNode }) => (
  <div className="line">
    <div>
      <label className="font-medium" htmlFor={id}>
        {label}
      </label>
      <p id={`${id}-help`}>{help}</p>
    </div>
    {children}
  </div>
)
