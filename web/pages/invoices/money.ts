import { serverNow } from '../../kit/clock'
import { locale } from '../../kit/i18n'

/** R$ 249,90 */
export const money = (value: number) => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL' }).format(value)

/** The amount of an invoice, a plan or a period. */
export const price = ({ value }: { value: number }) => money(value)

/** A civil date of the server, as a moment that is on that day wherever it is shown. */
export const civil = (dueDate: string) => `${dueDate.slice(0, 10)}T12:00`

/** Days until a civil date where who looks is, by the server's clock; negative when it has passed. */
export const daysUntil = (dueDate: string) =>
  Math.round((new Date(civil(dueDate)).setHours(0, 0, 0, 0) - new Date(serverNow()).setHours(0, 0, 0, 0)) / 86_400_000)
