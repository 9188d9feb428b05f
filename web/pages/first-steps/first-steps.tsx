import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { FirstSteps as Steps } from '../../../src/flows/first-steps'
import { get } from '../../kit/api'
import { useDebounced } from '../../kit/debounce'
import { t } from '../../kit/i18n'
import { on } from '../../kit/realtime'
import { user } from '../../session'
import { StepList } from './list'
import { words } from './texts'
import { startTour } from './tour'

const ORDER = ['number', 'queue', 'colleague', 'answered'] as const
const PAGES = { number: '/connections', queue: '/queues', colleague: '/users' }
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
  return (
    <StepList
      title={words('title')}
      dismiss={() => {
        localStorage.setItem(key(), 'dismissed')
        dismissed.value = true
      }}
      steps={ORDER.map(step => ({ id: step, title: words(step), help: words(`${step}Help`), isDone: found[step], go: goTo(step) }))}
    />
  )
}

function goTo(step: (typeof ORDER)[number]) {
  if (step === 'answered')
    return (
      <button className="btn btn-primary btn-sm" onClick={() => void startTour()}>
        {words('answeredGo')}
      </button>
    )
  return (
    <Link href={PAGES[step]} className="btn btn-plain btn-sm">
      {step === 'number' ? t('common.connectNumber') : words(`${step}Go`)}
    </Link>
  )
}
