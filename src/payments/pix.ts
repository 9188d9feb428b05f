import { AppError } from '#kernel/errors'
import type { Provider } from '#modules/payments'
import { brCode, readBrCode } from './br-code'

/** The longest name of a charge that a static code may carry. */
const TXID = 25

/** A static Pix code: made here, paid to the operator's own key, and confirmed by an operator, since nobody can be asked. */
export const staticPix: Provider = {
  async charge({ pixKey, merchant, city }, { txid, cents }) {
    const reference = txid.slice(0, TXID)
    return { reference, code: brCode({ key: pixKey!, merchant: merchant!, city: city!, cents, txid: reference }), expiresAt: null }
  },
  async test({ pixKey, merchant, city }) {
    const read = readBrCode(brCode({ key: pixKey!, merchant: merchant!, city: city!, cents: 1, txid: 'TESTE' }))
    // A name of signs alone leaves nothing that a bank could show.
    if (!read?.['59'] || !read['60']) throw new AppError('ERR_PAYMENT_SETTINGS', 400)
  },
}
