import { useSignals } from '@preact/signals-react/runtime'
import type { FirstSteps as Steps } from '../../../src/flows/first-steps'
import { t } from '../../kit/i18n'
import { Link } from '../../kit/link'
import { StepList } from './list'
import { progressOf } from './progress'
import { words } from './texts'
import { startTour } from './tour'

const ORDER = ['number', 'queue', 'colleague', 'answered'] as const
const PAGES = { number: '/connections', queue: '/queues', colleague: '/users' }
const useProgress = progressOf<(typeof ORDER)[number], Steps>('firstSteps', {
  path: '/companies/first-steps',
  order: ORDER,
  events: ['ticket', 'queue', 'user', 'whatsapp', 'whatsappSession'],
})

/** What a new company has before it, until all of it is done or nobody wants to see it. */
export default function FirstSteps() {
  useSignals()
  const { found, isOver, dismiss } = useProgress()
  if (isOver || !found) return null
  return (
    <StepList
      title={words('title')}
      dismiss={dismiss}
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
