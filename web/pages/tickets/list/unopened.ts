import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import type { Ticket } from '../types'

type News = Pick<Ticket, 'transferred' | 'returnedBy' | 'userId'>

/** Why this person is to look at it, who has not opened it since: it was handed to them, or it is back. */
export const unopenedNote = ({ transferred, returnedBy, userId }: News) =>
  transferred && userId === user.value?.id ? t('tickets.transferred') : returnedBy && t(`tickets.back.${returnedBy}`)
