import { withTexts } from '../../kit/i18n'
import { retried } from '../../kit/style'

export const ImportSheet = retried(withTexts(() => import('./import-dialog')))
