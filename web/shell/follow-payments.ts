import { retryable } from '../kit/retryable'
import { toastError } from '../kit/errors'
import { on } from '../kit/realtime'
import { may } from '../session'

const importRenewed = retryable(() => import('../pages/invoices/renewed'))

// Who pays for the company is told that it goes on, whatever page is open.
on('payment', () => {
  if (may('invoices:pay')) void importRenewed().then(({ tellRenewed }) => tellRenewed(), toastError)
})
