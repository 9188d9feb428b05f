import { announce, change } from './announce'
import { edit, erase, lastOf, react } from './amend'
import * as deliveryVerbs from './delivery'
import { earlierOf, history } from './edits'
import { list } from './list'
import { searchIn } from './search'
import * as moveVerbs from './moves'
import { uidOfArrival } from './ids'
import * as outboxVerbs from './outbox'
import * as rows from './rows'
import { shared } from './shared'
import { transcript } from './transcript'
import { firstUnread, isAnsweredSince, isWrittenSince, markRead, unreadCount } from './unread'

export type { EarlierText } from './edits'
export type { TranscriptPage } from './transcript'
export type { Beside, MessagePage } from './list'
export type { Message, ShownMessage } from './shape'
export type { OutboxTask, StoredMedia } from './schema'
export { EDIT_MS } from './api'
export { MAX_TEXT } from './body'
export { failureRoutes, purgeFailures, type Failure } from './failures'
export { uploadedFiles } from './uploaded-files'
export type { Forwarding, LinkPreview, MessageJourneys } from './routes'
export * as messageTrash from './trash'
export { newWid } from './ids'
export { mendTextIndex } from './text-index'
export { type CountMessage, messageCounter } from './metrics'
export { cardRow, isCard, peopleIn, placeIn, vcardOf, type Card } from './cards'
export { captionOf, lastLine, STICKER } from './shape'
export { STAND_INS, type StandIn, standInOf } from './stand-ins'
export { failReasonOf, type FailReason } from './fail-reasons'
export type { OutboxRow } from './outbox'

/** What was said: rows, their changes, and who is told. */
export const messages = {
  ...rows,
  uidOfArrival,
  announce,
  change,
  list,
  searchIn,
  shared,
  transcript,
  edit,
  earlierOf,
  history,
  erase,
  lastOf,
  react,
  firstUnread,
  isAnsweredSince,
  isWrittenSince,
  markRead,
  unreadCount,
}
/** What became of what the company says: states that only rise, failures, another try. */
export const delivery = deliveryVerbs
/** What is still to be told to the network: read for the whole installation by the process that tells it. */
export const outbox = outboxVerbs
/** Messages of conversations that are merged, and of merges that are taken back. */
export const moves = moveVerbs
