import { date } from '../../kit/format'
import { toast } from '../../kit/toast'
import { dueDay } from '../../session'
import { civil } from './money'
import { words } from './texts'

/** How long a toast of a payment stays. */
export const PAYMENT_TOAST_MS = 2_000

/** Codes that are open on this page: they say by themselves what became of them. */
let open = 0
export function watchCode() {
  open++
  return () => void open--
}

/** Says that the company goes on to who pays for it, wherever they are. */
export function tellRenewed() {
  if (open) return
  toast.ok(dueDay.peek() ? words('renewed', { date: date(civil(dueDay.peek()!)) }) : words('done'), PAYMENT_TOAST_MS)
}
