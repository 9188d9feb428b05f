import type { PlainWord } from '../../kit/i18n'
import { may } from '../../session'
import { words } from './texts'
import type { DisconnectReason } from '../../../src/modules/connections'
import type { Connection } from '../../catalog'

type Word = PlainWord<typeof words>
export type Step = 'qr' | 'again' | 'start' | 'cancel' | 'disconnect' | 'simulate'
type Said = { tone: 'ok' | 'bad' | 'wait' | 'run' | 'idle'; word: string; detail: string; step?: Step; pulse?: boolean }

/** Why a connection is down, and what helps. `again` shows a new QR code, `start` tries once more. */
const reasons: Record<DisconnectReason, { why: Word; step: Step }> = {
  logged_out: { why: 'why.loggedOut', step: 'again' },
  unscanned: { why: 'why.unscanned', step: 'again' },
  replaced: { why: 'why.replaced', step: 'start' },
  banned: { why: 'why.banned', step: 'start' },
  outdated: { why: 'why.outdated', step: 'start' },
  offline: { why: 'why.offline', step: 'start' },
  refused: { why: 'why.refused', step: 'again' },
  certificate: { why: 'why.certificate', step: 'start' },
  linked_elsewhere: { why: 'why.linkedElsewhere', step: 'again' },
}
const said: Record<Connection['status'], Omit<Said, 'word' | 'detail'> & { word: Word; detail: Word }> = {
  CONNECTED: { tone: 'ok', word: 'connected', detail: 'works', step: 'disconnect' },
  qrcode: { tone: 'run', word: 'qrcode', detail: 'scanIt', step: 'qr', pulse: true },
  PAIRING: { tone: 'run', word: 'pairing', detail: 'scanned', step: 'cancel' },
  OPENING: { tone: 'idle', word: 'opening', detail: 'calling' },
  TIMEOUT: { tone: 'wait', word: 'timeout', detail: 'retrying', step: 'start' },
  DISCONNECTED: { tone: 'bad', word: 'disconnected', detail: 'notYet', step: 'again' },
}

/** The state of a connection in words: what it is, why, and the step that helps. */
export function stateOf({ status, reason, sandbox }: Connection): Said {
  const { word, detail, ...rest } = said[status]
  const why = status === 'DISCONNECTED' ? reason && reasons[reason] : undefined
  const { step } = why ?? said[status]
  // The code is shown to those who may link a number.
  if ((step === 'again' || step === 'qr') && !may('connections:write'))
    return { ...rest, word: words(word), detail: words('askForLink'), step }
  if (why) return { ...rest, word: words(word), detail: words(why.why), step }
  if (status === 'CONNECTED' && sandbox) return { ...rest, word: words(word), detail: words('notReal'), step: 'simulate' }
  return { ...rest, word: words(word), detail: words(detail) }
}

export const stepKeys: Record<Step, Word> = {
  qr: 'showQr',
  again: 'connectAgain',
  start: 'tryNow',
  cancel: 'cancel',
  disconnect: 'disconnect',
  simulate: 'simulate',
}
