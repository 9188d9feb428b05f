import { OFFICE_TOAST_MS } from '../../constants'
import { post, put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { date } from '../../kit/format'
import { toast } from '../../kit/toast'
import { takeArchive } from './archive'
import { civil } from './due-colors'
import { words } from './texts'
import type { Company } from './types'

/** One period more, shown before it is added; idempotent by the date that was seen: a second press adds no second one. */
export async function extend({ id, name, dueDay, nextDueDay }: Company) {
  const [from, to] = [date(civil(dueDay!)), date(civil(nextDueDay!))]
  if (!(await confirm({ title: words('extendTitle', { name }), text: words('extendText', { from, to }), action: words('extend') }))) return
  await post(`/companies/${id}/due-date`, { from: dueDay }).then(() => toast.ok(words('extended', { to }), OFFICE_TOAST_MS), toastError)
}

export async function suspend({ id, name, status }: Company) {
  if (
    status &&
    !(await confirm({ title: words('suspendTitle', { name }), text: words('suspendText'), action: words('suspend'), danger: true }))
  )
    return
  const done = words(status ? 'suspendedNow' : 'reactivated')
  await put(`/companies/${id}`, { status: !status }).then(() => toast.ok(done, OFFICE_TOAST_MS), toastError)
}

export const download = ({ id }: Company) => takeArchive(() => post(`/companies/${id}/export`))
