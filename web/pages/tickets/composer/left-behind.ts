import { ApiError, post } from '../../../kit/api'
import { errorText } from '../../../kit/errors'
import { exclusively } from '../../../kit/exclusively'
import { t } from '../../../kit/i18n'
import { dropFile, dropOrphans, keepFile, keptFile } from '../../../kit/kept-files'
import { keepRecord, someOf } from '../../../kit/record'
import { toast } from '../../../kit/toast'
import type { Talk } from '../conversation/talk'
import type { Sending } from '../types'
import { ownLog } from '../before-verb'
import { isOfDraft } from './draft-files'
import { draftOf } from './drafts'
import { inLine } from './lines'
import { sendFile } from './send-file'
import { unsigned } from './signature'
import { goesOn, refuses, sticks } from './stuck'
import { words } from './texts'
import { staysVoice } from './voice'

/** What was sent here and is not with the server, as far as this browser knows: a text, or a file with its caption, which is kept apart. */
type Written = { log: string; ticketId: number; clientId: string; path: string; words: string; writtenAt: string } & (
  | { body: object; file?: undefined }
  | { body: Record<string, string>; file: { name: string; isVoice: boolean } }
)

/** Write-ahead log of what a page that was left had written and was still to arrive; a person's own, also when the session ends before the page. */
const logged = (log: string): Written[] => JSON.parse(localStorage.getItem(log) ?? '[]')
/** Whether it was kept: a full storage stops nobody, and what was written lives in this window alone then. */
const rewrite = (log: string, all: Written[]) => keepRecord(log, someOf(all))
const others = ({ log, clientId }: Written) => logged(log).filter(other => other.clientId !== clientId)
const isLogged = (written: Written) => others(written).length < logged(written.log).length
function strike(written: Written) {
  rewrite(written.log, others(written))
  if (written.file) void dropFile(written.clientId)
}
const leaving = new Map<string, Written>()
/** Behind what other windows wrote, and in the order in which all was written here: a file comes once it is kept. */
function write(written: Written) {
  const order = [...leaving.keys()]
  const place = ({ clientId }: Written) => order.indexOf(clientId)
  return rewrite(
    written.log,
    [...others(written), written].toSorted((a, b) => place(a) - place(b)),
  )
}
/** Files that are being kept. */
const storing = new Map<string, Promise<void>>()
/** Files that are kept. */
const stored = new Set<string>()
/** What is in the log, or was: it names each once, since another window may have sent it after that, or made a draft of it. */
const named = new Set<string>()

/** It is on its way from now on. */
export function leaves({ id: ticketId, line, ticket }: Talk, message: Sending) {
  const { clientId, body, file, createdAt: writtenAt } = message
  named.delete(clientId)
  const of = { log: ownLog(), ticketId, clientId, path: line.path, words: ticket ? unsigned(body) : body, writtenAt }
  if (!file) return void leaving.set(clientId, { ...of, body: line.words(message) })
  leaving.set(clientId, { ...of, body: line.fields(message), file: { name: file.name, isVoice: Boolean(message.voice) } })
  storing.set(clientId, store(clientId, file))
}
async function store(clientId: string, file: File) {
  const isKept = await keepFile(clientId, file)
  storing.delete(clientId)
  if (isKept && leaving.has(clientId)) stored.add(clientId)
  else if (isKept) void dropFile(clientId)
}
/** It is with the server, or will never be. */
export function arrived(clientId: string) {
  const written = leaving.get(clientId)
  for (const all of [stored, named]) all.delete(clientId)
  if (leaving.delete(clientId)) strike(written!)
}
/** Keeps one that leaves now or waits for the line, for other windows and for a page that may end without being asked. What can still be taken back is no window's to send. */
export function keep(clientId: string) {
  const isStored = storing.get(clientId)
  if (isStored) void isStored.then(() => name(leaving.get(clientId)))
  else name(leaving.get(clientId))
}
function name(written: Written | undefined) {
  if (!written || named.has(written.clientId) || (written.file && !stored.has(written.clientId))) return
  if (write(written)) named.add(written.clientId)
}
/** Whether it does not end with this window. */
export function outlives(clientId: string) {
  const written = leaving.get(clientId)
  return written !== undefined && isLogged(written)
}
/** Whether another window has sent it since it was kept, or made a draft of it. */
export const isDone = (clientId: string) => named.has(clientId) && !outlives(clientId)
addEventListener('pagehide', () => leaving.forEach(name))

const RETRY_MS = 3_000
/** Who waits for what leaves here, to be told that it waits itself. */
const waiting = new Set<(ticketId: number) => void>()
/** What the server fails at so often, which is not its storage or its way that is in trouble, it will never take. */
const MAX_FAILURES = 3
/**
 * Retries one until the server has it: idempotent by its id. One that the server says is too late is a draft, and so is one that it fails
 * at: nothing else of the ticket leaves before it, and who resolves the ticket waits for it. Another window may have been first, or have
 * called it back.
 */
async function deliver(written: Written) {
  for (let left = MAX_FAILURES; ; await new Promise(resolve => setTimeout(resolve, RETRY_MS))) {
    const error = await inHand(written.clientId, () => attempt(written, left))
    if (!error) return
    if (error.status === 500) left--
    else for (const tell of waiting) tell(written.ticketId)
  }
}
/** The window that has a message in hand does with it what the server answers: another, which waits for that, finds it done. */
export const inHand = <T>(clientId: string, work: () => Promise<T>) => exclusively(`text-${clientId}`, work)
/** What it is to be retried for. */
async function attempt(written: Written, left: number): Promise<ApiError | undefined> {
  const { clientId, path, body, file, writtenAt } = written
  const kept = file && (await keptFile(clientId).catch(() => null))
  if (!isLogged(written) || written.log !== ownLog()) return
  // One that cannot be read is not known to be gone: it waits, and what was written below it.
  if (kept === null) {
    sticks(written)
    return new ApiError(0)
  }
  if (file && !kept) return becomesDraft(written, words('fileGone', { name: nameOf(file) }))
  try {
    if (kept) await sendFile(path, { ...written.body, writtenAt }, kept)
    else await post(path, { ...body, writtenAt })
    goesOn(clientId)
    strike(written)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) return
    if (!error.status || error.status > 500 || (error.status === 500 && left > 1)) {
      sticks(written)
      return error
    }
    const isLate = error.body.code === 'ERR_MESSAGE_LATE'
    const whatOf = file && words('fileNotSent', { name: nameOf(file) })
    await becomesDraft(written, [whatOf, !(file && isLate) && errorText(error)].filter(Boolean).join(' '), kept)
  }
}
export const nameOf = ({ name, isVoice }: NonNullable<Written['file']>) => (isVoice ? t('tickets.audio') : name)

/** The server has not taken it, and who wrote it decides anew. */
async function becomesDraft(written: Written, why: string, kept?: File): Promise<undefined> {
  // What is dropped from the store may take its bytes with it.
  const file = kept && new File([await kept.arrayBuffer()], kept.name, { type: kept.type })
  refuses(written.ticketId)
  strike(written)
  goesOn(written.clientId)
  toast.bad(why)
  const draft = draftOf(written.ticketId)
  draft.text.value = [draft.text.peek(), written.words].filter(Boolean).join('\n')
  if (!file) return
  if (written.file?.isVoice) staysVoice(file)
  draft.attach([file])
}

/**
 * What other windows wrote in a ticket, which may be gone, leaves by this one too: once, by its name. Whether the server has answered it,
 * which is waited for until it is not reached.
 */
export async function othersLeft(ticketId: number) {
  const theirs = logged(ownLog()).filter(written => written.ticketId === ticketId && !leaving.has(written.clientId))
  const { promise: isStuck, resolve } = Promise.withResolvers<void>()
  const tell = (id: number) => id === ticketId && resolve()
  waiting.add(tell)
  await Promise.race([isStuck, Promise.all(theirs.map(leavesInTurn))])
  waiting.delete(tell)
  return !theirs.some(isLogged)
}
/** Texts and files stand in one line here: a text that was written below a picture is about it. */
function leavesInTurn(written: Written) {
  const turn = inLine(`${written.ticketId}-texts`, () => deliver(written))
  if (written.file) void inLine(`${written.ticketId}-files`, () => turn)
  return turn
}

// What the page before left behind goes first, in its order: what is written from now on stands behind it.
for (const written of logged(ownLog())) void leavesInTurn(written)

void dropOrphans(
  name =>
    isOfDraft(name) ||
    Object.keys(localStorage)
      .filter(key => key.startsWith('unsent-of-'))
      .some(log => logged(log).some(({ clientId }) => clientId === name)),
)
