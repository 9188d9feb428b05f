import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ResellerSteps as Steps } from '../../../src/flows/first-steps'
import { get } from '../../kit/api'
import { useDebounced } from '../../kit/debounce'
import { on } from '../../kit/realtime'
import { user } from '../../session'
import { StepList } from './list'
import { words } from './texts'

const PAGES = {
  brand: '/settings?tab=brand',
  mail: '/settings?tab=installation',
  plan: '/plans',
  payment: '/receita?tab=accounts',
  company: '/settings?tab=newCompany',
} as const
const ORDER = Object.keys(PAGES) as (keyof typeof PAGES)[]
const steps = signal<Steps>()
const dismissed = signal(false)
const key = () => `resellerSteps-${user.peek()?.id}`

/** What who operates for a reseller has before them, from the brand to the first company; `then` when all of it is done. */
export default function ResellerSteps({ isBrief, then = null }: { isBrief?: boolean; then?: ReactNode }) {
  useSignals()
  const isOver = dismissed.value || localStorage.getItem(key()) !== null
  const read = () => {
    if (localStorage.getItem(key()) !== null) return
    void get<Steps>('/resellers/first-steps').then(
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
    const stops = [on('brand', again), on('settings', again), on('plan', again), on('company', again)]
    return () => stops.forEach(stop => stop())
  }, [])
  const found = steps.value
  if (isOver) return then
  if (!found) return null
  const address = { id: 'address', title: words('address', { address: found.address.replace(/^https?:\/\//, '') }), help: '', isDone: true }
  return (
    <StepList
      title={words('resellerTitle')}
      isBrief={isBrief}
      dismiss={() => {
        localStorage.setItem(key(), 'dismissed')
        dismissed.value = true
      }}
      steps={[
        address,
        ...ORDER.map(step => ({
          ...{ id: step, title: words(step), help: words(`${step}Help`), isDone: found[step] },
          go: (
            <Link href={PAGES[step]} className="btn btn-plain btn-sm">
              {words(`${step}Go`)}
            </Link>
          ),
        })),
      ]}
    />
  )
}
