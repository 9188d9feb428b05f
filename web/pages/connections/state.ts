import { type PlainKey, t } from '../../kit/i18n'
import type { Connection, Status } from './store'

export type Step = 'qr' | 'again' | 'start' | 'cancel' | 'disconnect' | 'simulate'
type Said = { tone: 'ok' | 'bad' | 'wait' | 'run' | 'idle'; word: string; detail: string; step?: Step; pulse?: boolean }

/** Why a connection is down, and what helps. `again` shows a new QR code, `start` tries once more. */
const reasons: Record<string, { why: PlainKey; step: Step }> = {
  logged_out: { why: 'connections.why.loggedOut', step: 'again' },
  unscanned: { why: 'connections.why.unscanned', step: 'again' },
  replaced: { why: 'connections.why.replaced', step: 'start' },
  banned: { why: 'connections.why.banned', step: 'start' },
  outdated: { why: 'connections.why.outdated', step: 'start' },
  offline: { why: 'connections.why.offline', step: 'start' },
  refused: { why: 'connections.why.refused', step: 'again' },
  certificate: { why: 'connections.why.certificate', step: 'start' },
}
const said: Record<Status, Omit<Said, 'word' | 'detail'> & { word: PlainKey; detail: PlainKey }> = {
  CONNECTED: { tone: 'ok', word: 'connections.connected', detail: 'connections.works', step: 'disconnect' },
  qrcode: { tone: 'run', word: 'connections.qrcode', detail: 'connections.scanIt', step: 'qr', pulse: true },
  PAIRING: { tone: 'run', word: 'connections.pairing', detail: 'connections.scanned', step: 'cancel' },
  OPENING: { tone: 'idle', word: 'connections.opening', detail: 'connections.calling' },
  TIMEOUT: { tone: 'wait', word: 'connections.timeout', detail: 'connections.retrying', step: 'start' },
  DISCONNECTED: { tone: 'bad', word: 'connections.disconnected', detail: 'connections.notYet', step: 'again' },
}

/** The state of a connection in words: what it is, why, and the step that helps. */
export function stateOf({ status, reason, sandbox }: Connection): Said {
  const { word, detail, ...rest } = said[status]
  const why = status === 'DISCONNECTED' ? reasons[reason ?? ''] : undefined
  if (why) return { ...rest, word: t(word), detail: t(why.why), step: why.step }
  if (status === 'CONNECTED' && sandbox) return { ...rest, word: t(word), detail: t('connections.notReal'), step: 'simulate' }
  return { ...rest, word: t(word), detail: t(detail) }
}

export const stepKeys: Record<Step, PlainKey> = {
  qr: 'connections.showQr',
  again: 'connections.connectAgain',
  start: 'connections.tryNow',
  cancel: 'common.cancel',
  disconnect: 'connections.disconnect',
  simulate: 'connections.simulate',
}
