import { TicketPercent } from 'lucide-react'
import { useRight } from '../../crud/right'
import { Link } from '../../kit/link'
import { panelOf, Tabs, useTab } from '../../kit/tabs'
import { Accounts } from './accounts'
import { Revenue } from './revenue'
import { words } from './texts'

const TABS = ['revenue', 'accounts'] as const

/** What companies pay the operator, and into which account. */
export default function Billing() {
  const [tab, choose] = useTab(TABS)
  if (!useRight('invoices:operate', '/invoices/figures')) return null
  const tabs = TABS.map(name => ({ name, label: words(name) }))
  return (
    <div className="page dashboard billing">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <Tabs id="billing" label={words('title')} tabs={tabs} chosen={tab} choose={choose} />
        <div className="acts">
          <Link href="/coupons" className="btn btn-plain">
            <TicketPercent className="icon icon-sm" aria-hidden />
            {words('coupons')}
          </Link>
        </div>
      </header>
      <div className="page-body" {...panelOf('billing', tab, tab)} tabIndex={0}>
        {tab === 'revenue' ? <Revenue /> : <Accounts />}
      </div>
    </div>
  )
}
