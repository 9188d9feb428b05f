import { retried } from '../../kit/style'

export const ImportSheet = retried(() => import('./sheet'))
