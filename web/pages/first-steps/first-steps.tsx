import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { FirstSteps as Steps } from '../../../src/flows/first-steps'
import { get } from '../../kit/api'
import { useDebounced } from '../../kit/debounce'
import { t } from '../../kit/i18n'
import { on } from '../../kit/realtime'
import { user } from '../../session'
import { words } from './texts'
import { startTour } from './tour'

const ORDER = ['number', 'queue', 'colleague', 'answered'] as const
const PAGES = { number: '/connections', queue: '/queues', colleague: '/users', answered: undefined }
const steps = signal<Steps>()
const dismissed = signal(false)
/** Of this browser and this person: what is done is done, and who wants to see no more of it does not. */
const key = () => `firstSteps-${user.peek()?.id}`

/** What a new company has before it, until all of it is done or nobody wants to see it. */
export default function FirstSteps() {
  useSignals()
  const isOver = dismissed.value || localStorage.getItem(key()) !== null
  const read = () => {
    if (localStorage.getItem(key()) !== null) return
    void get<Steps>('/companies/first-steps').then(
      found => {
        steps.value = found
        if (ORDER.every(step => found[step])) localStorage.setItem(key(), 'done')
      },
      () => {},
    )
  }
  const again = useDebounced(read)
  useEffect(() => {
    read()
    const stops = [on('ticket', again), on('queue', again), on('user', again), on('whatsapp', again), on('whatsappSession', again)]
    return () => stops.forEach(stop => stop())
  }, [])
  const found = steps.value
  if (isOver || !found) return null
  const next = ORDER.find(step => !found[step])
  return (
    <section className="first-steps" aria-label={words('title')}>
      <header>
        <h2 className="t-title">{words('title')}</h2>
        <span className="faint tnum">{words('progress', { n: ORDER.filter(step => found[step]).length, of: ORDER.length })}</span>
        <button
          className="btn btn-quiet btn-sm ml-auto"
          onClick={() => {
            localStorage.setItem(key(), 'dismissed')
            dismissed.value = true
          }}
        >
          {words('dismiss')}
        </button>
      </header>
      <ol>
        {ORDER.map((step, i) => (
          <li key={step} className={found[step] ? 'done' : undefined} aria-current={step === next ? 'step' : undefined}>
            <span className="badge-n">
              {found[step] ? <Check className="icon icon-xs" role="img" aria-label={words('isDone')} /> : i + 1}
            </span>
            <div className="min-w-0">
              <div className="font-medium">{words(step)}</div>
              {!found[step] && <p className="faint t-meta">{words(`${step}Help`)}</p>}
            </div>
            {!found[step] && PAGES[step] && (
              <Link href={PAGES[step]} className="btn btn-plain btn-sm">
                {step === 'number' ? t('common.connectNumber') : words(`${step}Go`)}
              </Link>
            )}
            {!found[step] && step === 'answered' && (
              <button className="btn btn-primary btn-sm" onClick={() => void startTour()}>
                {words('answeredGo')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
