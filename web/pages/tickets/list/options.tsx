import { useSignals } from '@preact/signals-react/runtime'
import { CheckCheck, Layers } from 'lucide-react'
import { useEffect } from 'react'
import { Dot } from '../../../kit/chips'
import { t } from '../../../kit/i18n'
import { queues } from '../queues'
import { closeAllItem, forgetGone, isOrdered, type Ordered, ordersOf, queueChoices, switches, viewItems } from './choices'
import { words } from './desk-texts'
import { shownList } from './store'

/** Queues shown, everybody's tickets, and closing all of them. */
export function Options({ close }: { close: () => void }) {
  useSignals()
  const shown = shownList.value
  useEffect(forgetGone, [queues.value])
  const [own] = viewItems()
  const all = closeAllItem(shown)
  const after = (run: () => unknown) => () => (close(), void run())
  return (
    <div className="pop-list">
      {isOrdered(shown) && <Order name={shown} />}
      <h3>{t('tickets.queues')}</h3>
      {queueChoices().map(({ id, color, label, isOn, turn }) => (
        <label key={id} className="opt">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={isOn}
            onChange={event => turn(event.currentTarget.checked)}
          />
          <Dot color={color} />
          <span className="clip">{label}</span>
        </label>
      ))}
      {!queues.value.length && <p className="px-2.5 py-1 faint t-meta">{t('tickets.noQueues')}</p>}
      <div className="pop-line" />
      <button className="opt" onClick={after(own!.run)}>
        <Layers className="icon" aria-hidden />
        {own!.label}
      </button>
      <div className="pop-line" />
      {switches().map(({ label, isOn, turn }) => (
        <label key={label} className="opt">
          <span>{label}</span>
          <input
            type="checkbox"
            role="switch"
            className="toggle ml-auto"
            checked={isOn}
            onChange={event => turn(event.currentTarget.checked)}
          />
        </label>
      ))}
      {all && (
        <button className="opt text-error" onClick={after(all.run)}>
          <CheckCheck className="icon" aria-hidden />
          {all.label}
        </button>
      )}
    </div>
  )
}

/** In what order the list on screen stands. */
function Order({ name }: { name: Ordered }) {
  useSignals()
  return (
    <div role="radiogroup" aria-label={words('order')}>
      <h3>{words('order')}</h3>
      {ordersOf(name).map(({ label, isOn, turn }) => (
        <label key={label} className="opt">
          <input type="radio" name="order" className="radio radio-primary" checked={isOn} onChange={() => turn(true)} />
          <span className="clip">{label}</span>
        </label>
      ))}
      <div className="pop-line" />
    </div>
  )
}
