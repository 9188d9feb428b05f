import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Link } from '../../kit/link'
import type { ResellerSteps as Steps } from '../../../src/flows/first-steps'
import { StepList } from './list'
import { progressOf } from './progress'
import { words } from './texts'

const PAGES = {
  brand: '/settings?tab=brand',
  mail: '/settings?tab=installation',
  plan: '/plans',
  payment: '/receita?tab=accounts',
  company: '/settings?tab=newCompany',
} as const
const ORDER = Object.keys(PAGES) as (keyof typeof PAGES)[]
const useProgress = progressOf<(typeof ORDER)[number], Steps>('resellerSteps', {
  path: '/resellers/first-steps',
  order: ORDER,
  events: ['brand', 'settings', 'plan', 'company'],
})

/** What who operates for a reseller has before them, from the brand to the first company; `then` when all of it is done. */
export default function ResellerSteps({ isBrief, then = null }: { isBrief?: boolean; then?: ReactNode }) {
  useSignals()
  const { found, isOver, dismiss } = useProgress()
  if (isOver) return then
  if (!found) return null
  const address = { id: 'address', title: words('address', { address: found.address.replace(/^https?:\/\//, '') }), help: '', isDone: true }
  return (
    <StepList
      title={words('resellerTitle')}
      isBrief={isBrief}
      dismiss={dismiss}
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
