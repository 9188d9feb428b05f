import { translated } from '../../kit/i18n'
import type { schedules } from '../../../src/modules/schedules'
import type { RowOf } from '../../kit/rows'
import { words } from './texts'
import { wallOf } from './time'

export type Schedule = RowOf<typeof schedules> & { isRepeat?: boolean }

const LATE_MS = 5 * 60_000
export const canChange = ({ status }: Schedule) => status === 'PENDENTE' || status === 'ERRO'

/** What became of one, in words. */
export const stateOf = ({ status, sendAt, sentAt }: Schedule) =>
  sentAt && Date.parse(sentAt) - Date.parse(sendAt) > LATE_MS ? words('lateSent') : words(status)
/** Why one was not sent: reasons of its own, and those of messages. */
export const reasonOf = ({ failReason }: Schedule) =>
  words.find(failReason ?? 'failed') ?? translated(`tickets.fail.${failReason}`) ?? words('failed')
/** The colour: still to go, gone, failed. */
export const toneOf = ({ status }: Schedule) => (status === 'ENVIADA' ? 'is-ok' : status === 'ERRO' ? 'is-bad' : 'is-run')
export const clockOf = ({ sendAt }: Schedule) => wallOf(sendAt).slice(11)
export const keyOf = ({ id, sendAt }: Schedule) => `${id}-${sendAt}`
