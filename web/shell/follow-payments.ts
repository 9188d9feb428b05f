import { toastError } from '../kit/errors'
import { on } from '../kit/realtime'
import { may } from '../session'

// Who pays for the company is told that it goes on, whatever page is open.
on('payment', () => {
  if (may('invoices:pay')) void import('../pages/invoices/renewed').then(({ tellRenewed }) => tellRenewed(), toastError)
})
