import { TicketPercent } from 'lucide-react'
import type { coupons } from '../../../src/modules/coupons'
import { couponApi } from '../../../src/modules/coupons/api'
import { CouponBody } from '../../../src/modules/coupons/body'
import type { Columns } from '../../crud/columns'
import { crudPage } from '../../crud/page'
import { civilDay } from '../../kit/format'
import { money } from '../../kit/measures'
import { number } from '../../kit/i18n'
import type { RowOf } from '../../kit/rows'
import type { Column } from '../../kit/table'
import { words } from './texts'

type Coupon = RowOf<typeof coupons>

const columns = ({ code, isActive }: Columns<Coupon>): Column<Coupon>[] => [
  code!,
  {
    id: 'off',
    head: words('off'),
    className: 'num',
    value: one => one.percent ?? one.value,
    cell: one => (one.percent ? `${number(one.percent)} %` : money(one.value)),
  },
  {
    id: 'invoices',
    head: words('invoices'),
    className: 'muted only-wide',
    value: one => one.invoices ?? 999,
    cell: one => (one.invoices ? words('invoicesOf', { n: one.invoices }) : words('allInvoices')),
  },
  {
    id: 'validUntil',
    head: words('validUntil'),
    className: 'muted tnum only-wide',
    value: one => one.validUntil ?? '9999',
    cell: one => (one.validUntil ? civilDay(one.validUntil) : words('noEnd')),
  },
  {
    id: 'uses',
    head: words('uses'),
    className: 'num',
    value: one => one.uses,
    cell: one => (one.maxUses ? words('usesOf', { n: one.uses, max: one.maxUses }) : number(one.uses)),
  },
  isActive!,
]

/** What operators give away of the price of plans. */
export default crudPage<Coupon>({
  api: couponApi,
  body: CouponBody,
  words,
  icon: TicketPercent,
  right: 'invoices:operate',
  columns,
  nameOf: one => one.code,
  order: (a, b) => b.id - a.id,
  removeText: () => words('removeText'),
})
