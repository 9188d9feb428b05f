import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRight } from '../../crud/right'
import { panelOf, Tabs } from '../../kit/tabs'
import { Accounts } from './accounts'
import { Revenue } from './revenue'
import { words } from './texts'

/** What companies pay the operator, and into which account. */
export default function Billing() {
  const [tab, choose] = useState<'revenue' | 'accounts'>('revenue')
  if (!useRight('invoices:operate', '/invoices/figures')) return null
  const tabs = (['revenue', 'accounts'] as const).map(name => ({ name, label: words(name) }))
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
