/** What stands on an invoice, as it was when it was written; of any invoice, the lines sum up to its amount. */
export type Line = {
  kind: 'plan' | Item['kind'] | 'coupon' | 'carried'
  text: string
  /** How many months, pieces or days. */
  n: number
  /** Integer cents; what is taken off is below zero. */
  cents: number
  /** Which item it is, where it is one. */
  itemId?: number
}

const MONTHLY = ['users', 'connections', 'queues'] as const
/** What waits to be paid with the next invoice, or with each of them. */
export type Item = {
  id: number
  kind: (typeof MONTHLY)[number] | 'item' | 'change' | 'credit'
  text: string
  n: number
  cents: number
}
/** What a coupon takes off the plan on each invoice. */
export type Discount = { code: string; percent: number | null; cents: number }

export const isMonthly = ({ kind }: Pick<Item, 'kind'>) => (MONTHLY as readonly string[]).includes(kind)
export const sumOf = (lines: Pick<Line, 'cents'>[]) => lines.reduce((sum, { cents }) => sum + cents, 0)

const lineOf = ({ id, kind, text, n, cents }: Item, months: number): Line => ({
  kind,
  text,
  n,
  cents: isMonthly({ kind }) ? cents * n * months : cents,
  itemId: id,
})

/** Never more than the plan costs: a coupon takes nothing off extras, and gives no money back. */
const offOf = ({ percent, cents }: Discount, price: number) =>
  Math.min(price, percent === null ? cents : Math.round((price * percent) / 100))

/** What a company owes for a period. A credit that is more than the rest is carried over to the next invoice; nothing is owed then. */
export function linesOf(
  plan: { name: string; cents: number } | null,
  months: number,
  items: Item[],
  discount: Discount | undefined,
): Line[] {
  const price = plan ? plan.cents * months : 0
  const off = discount ? offOf(discount, price) : 0
  const lines: Line[] = [
    ...(price ? [{ kind: 'plan' as const, text: plan!.name, n: months, cents: price }] : []),
    ...(off ? [{ kind: 'coupon' as const, text: discount!.code, n: 1, cents: -off }] : []),
    ...items.map(item => lineOf(item, months)),
  ]
  const sum = sumOf(lines)
  return sum < 0 ? [...lines, { kind: 'carried', text: '', n: 1, cents: -sum }] : lines
}

/** What was paid for the plan itself, with what a coupon took off. */
export const paidForPlan = (lines: Line[]) => sumOf(lines.filter(({ kind }) => kind === 'plan' || kind === 'coupon'))
