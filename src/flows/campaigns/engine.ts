import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import {
  afterSending,
  ANSWER_HOURS,
  campaigns,
  hoursOf,
  isRest,
  nextAt,
  settingsOf,
  shipments,
  TAKEN_MS,
  tellProgress,
  type Campaign,
  type Last,
  type Shipment,
} from '#modules/campaigns'
import { companies, isOpen, openPeriods } from '#modules/companies'
import { connections, type Channel, type Connection } from '#modules/connections'
import { contacts } from '#modules/contacts'
import { messages } from '#modules/messages'
import { numberHealth, type Hold } from '#modules/number-health'
import { plans } from '#modules/plans'
import { optOuts } from '#modules/opt-outs'
import { SYSTEM } from '#modules/rights'
import { tickets } from '#modules/tickets'
import { say } from '../say'
import { careEnds, careFor, tellHold, type Care } from './care'
import { personOf, wordingFor } from './wording'

const pacing = jobKind<{ connectionId: number }>('campaign-pace', PRIORITY.machine)

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const ANSWER_MS = ANSWER_HOURS * 3600_000
/** While a number is offline, or the hours are over, it is looked again so soon at the latest; one that comes back goes on at once. */
const OFFLINE_MS = 5 * MINUTE_MS
const CLOSED_MS = 10 * MINUTE_MS
/** Messages of one run where no gap is asked for. */
const BURST = 20

/** Has a number send what its campaigns have for it; part of the transaction that gives them something. */
export const wakeNumber = (ctx: Ctx, connectionId: number) => jobs.enqueue(ctx, pacing, { connectionId }, { key: String(connectionId) })

/** A connection is online: its number goes on. */
export const numberConnected = (ctx: Ctx, connectionId: number) => jobs.hasten(ctx, pacing, { key: String(connectionId) })

/** The pace or the hours are others now: no number of the company waits for what it waited for. */
export const numbersGoOn = (ctx: Ctx) => jobs.hasten(ctx, pacing)

type Options = {
  channel: Pick<Channel, 'isOpen' | 'lookup'>
  now?: () => number
  random?: () => number
}
/** When there is something to do again; none when there is not. */
type Pause = number | undefined

/**
 * Sends what the campaigns of a number have, one message at a time, whichever campaign it is of. A message, its person and the pace of the
 * number are written in one transaction, and nothing follows before the network took it: whatever ends the process, nobody is left out, gets
 * it twice, or gets it too soon after another.
 */
export function campaignEngine({ channel, now = Date.now, random = Math.random }: Options) {
  async function turn(ctx: Ctx, connectionId: number): Promise<Pause> {
    const connection = await connections.findAcrossTenants(ctx.db, connectionId)
    if (!connection || connection.companyId !== ctx.companyId) return
    const running = await campaigns.running(ctx, connectionId)
    if (!running.length) return
    if (!channel.isOpen(connectionId)) return OFFLINE_MS
    const company = await companies.get(ctx)
    const settings = await settingsOf(ctx)
    const hours = hoursOf(settings)
    const care = await careFor(ctx, connection, { company, hours, now: now() })
    const tell = (hold: Hold | null) => tellHold(ctx, connectionId, care.standing, hold, running)
    // Of a company that is suspended, or has no campaigns any more, nothing goes; they go on where they stood.
    if (!(await companies.serves(ctx))) {
      await tell({ reason: 'suspended', until: null, count: 0 })
      return CLOSED_MS
    }
    if (!(await plans.featuresOf(ctx.db, company)).has('useCampaigns')) {
      await tell(null)
      return CLOSED_MS
    }
    if (!isOpen(hours, company.timeZone, new Date(now()))) {
      const [first] = openPeriods(hours, company.timeZone, new Date(now()), 9)
      await tell(care.waits ?? { reason: 'hours', until: first ? new Date(first.from) : null, count: 0 })
      return Math.min(CLOSED_MS, Math.max(SECOND_MS, (first?.from ?? Infinity) - now()))
    }
    if (await isPending(ctx, connectionId)) return TAKEN_MS
    if (care.waits) return tell(care.waits).then(() => careEnds(care.waits, now()))
    const due = nextAt(settings, await lastOf(ctx, connectionId, now()), care.slowdown)
    if (due > now()) return due - now()
    for (const campaign of running) {
      const shipment = await shipments.next(ctx, campaign.id, care.isFull)
      if (!shipment) continue
      if (!shipment.isChecked && !(await isThere(ctx, connection, shipment, care))) return 0
      await transaction(ctx, ctx => send({ ...ctx, actor: SYSTEM }, connection, campaign, shipment, care))
      const last = await lastOf(ctx, connectionId, now())
      const next = nextAt(settings, last, care.slowdown)
      // A shorter one is over before anybody has read of it.
      const rests = last !== undefined && isRest(settings, last) && next - now() >= MINUTE_MS
      await tell(rests ? { reason: 'rest', until: new Date(next), count: 0 } : care.slow)
      return Math.max(0, next - now())
    }
    const [held, done] = care.isFull ? await shipments.whoWaits(ctx, running) : [[], running]
    await tell(held.length ? care.full : null)
    const pause = await finish(ctx, done)
    return held.length ? Math.min(pause ?? Infinity, careEnds(care.full, now())) : pause
  }

  /** Whether the network has still to take the last message. One that was deleted meanwhile is waited for no more. */
  async function isPending(ctx: Ctx, connectionId: number) {
    const pendingId = (await shipments.pace.of(ctx, connectionId))?.pendingId
    if (!pendingId) return false
    const message = await messages.find(ctx, pendingId)
    return message?.status === 'queued' && !message.isDeleted
  }

  /** A number that nobody was asked about yet: the network knows it, or it is passed over. */
  async function isThere(ctx: Ctx, { id }: Connection, shipment: Shipment, { isFull }: Care) {
    const [found] = await channel.lookup(id, [shipment.number])
    return transaction(ctx, async ctx => {
      // Who was deleted, or asked to be left alone, while the network was asked is next no more, and stays so.
      if ((await shipments.next(ctx, shipment.campaignId, isFull))?.id !== shipment.id) return false
      if (found && (await shipments.identify(ctx, shipment.id, found))) return true
      tellProgress(ctx, [shipment.campaignId])
      if (found) return false
      await shipments.patch(ctx, shipment.id, { isChecked: true, state: 'failed', reason: 'not_on_whatsapp' })
      await numberHealth.count(ctx, id, { invalid: 1 })
      return false
    })
  }

  /** Part of one transaction: whoever ran before left the rows as they are read here. */
  async function send(ctx: Ctx, connection: Connection, before: Campaign, seen: Shipment, care: Care) {
    const campaign = await campaigns.find(ctx, before.id)
    const shipment = await shipments.next(ctx, before.id, care.isFull)
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt || shipment?.id !== seen.id) return
    const settings = await settingsOf(ctx)
    const lastSent = await lastOf(ctx, connection.id, now())
    if (nextAt(settings, lastSent, care.slowdown) > now() || (await isPending(ctx, connection.id))) return
    if (care.isFull && (await isStranger(ctx, connection.id, shipment))) return shipments.patch(ctx, shipment.id, { isNew: true })
    tellProgress(ctx, [campaign.id])
    const person = { pn: shipment.number, lid: shipment.lid }
    const { nextFile } = shipment
    const isOut = await optOuts.isOut(ctx, person)
    if (isOut && nextFile === null) return shipments.patch(ctx, shipment.id, { state: 'stopped', reason: 'opted_out' })
    const about = { campaign, settings, company: await companies.get(ctx) }
    const { question, message: words, files } = await wordingFor(ctx, about, personOf(shipment), shipment.id)
    if (nextFile !== null && (isOut || !files[nextFile])) return shipments.endFiles(ctx, shipment.id)
    const asks = campaign.confirmation && shipment.state === 'waiting' && question !== ''
    const contact = await contactOf(ctx, shipment)
    const ticket = await tickets.forBroadcast(ctx, contact, connection.id, { now: new Date(now()) })
    const exactly = asks ? { body: question, media: null } : nextFile === null ? words : files[nextFile]!
    const step = asks ? 'ask' : nextFile === null ? 'message' : `file:${nextFile}`
    // What was withdrawn when the campaign was paused or cancelled is said anew when it goes on.
    const run = (campaign.resumedAt ?? campaign.startedAt)?.getTime()
    const message = await say(ctx, ticket, { exactly }, { clientId: `campaign:${shipment.id}:${step}:${run}` })
    if (!message) return
    const at = new Date(now())
    const following = nextFile === null ? 0 : nextFile + 1
    const rest = !asks && following < files.length ? following : null
    await shipments.patch(ctx, shipment.id, {
      contactId: contact.id,
      ...(asks
        ? { state: 'asking', askId: message.id, confirmationRequestedAt: at }
        : { state: 'queued', messageId: message.id, nextFile: rest }),
    })
    const last = afterSending(settings, lastSent, at.getTime(), random())
    await shipments.pace.save(ctx, { connectionId: connection.id, lastAt: at, burst: last.burst, roll: last.roll, pendingId: message.id })
    // A campaign whose files are still to follow keeps its turn: what one person gets is not torn apart.
    if (rest === null) await campaigns.patch(ctx, campaign.id, { lastSentAt: at })
  }

  /** What a campaign has still to send, or waits for. */
  async function waitsFor(ctx: Ctx, { id, isFilled }: Campaign) {
    if (!isFilled || (await shipments.next(ctx, id))) return 'more'
    return shipments.waitsFor(ctx, id, new Date(now() - ANSWER_MS))
  }

  /** Ends campaigns that have sent everything and wait for nobody; the others are looked at again. */
  async function finish(ctx: Ctx, running: Campaign[]): Promise<Pause> {
    let again: Pause
    for (const campaign of running) {
      const waits = await waitsFor(ctx, campaign)
      if (waits) again = Math.min(again ?? Infinity, waits === 'answer' ? MINUTE_MS : SECOND_MS)
      else await transaction(ctx, ctx => end(ctx, campaign.id))
    }
    return again
  }

  /** Until now somebody may have paused or cancelled it, or answered its question; whoever does has its number look again. */
  async function end(ctx: Ctx, id: number) {
    const campaign = await campaigns.find(ctx, id)
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt || (await waitsFor(ctx, campaign))) return
    await campaigns.move(ctx, campaign, { status: 'FINALIZADA', completedAt: new Date(now()) })
  }

  return { turn }
}

/** What a number sent before its clock was put back, it has sent just now. */
async function lastOf(ctx: Ctx, connectionId: number, now: number): Promise<Last | undefined> {
  const row = await shipments.pace.of(ctx, connectionId)
  if (!row) return
  const isAhead = row.lastAt.getTime() > now
  if (isAhead) await shipments.pace.save(ctx, { ...row, lastAt: new Date(now) })
  return { at: isAhead ? now : row.lastAt.getTime(), burst: row.burst, roll: row.roll }
}

/** Whether a conversation with a person of a list would be a new one of the number. */
async function isStranger(ctx: Ctx, connectionId: number, { number, lid }: Shipment) {
  const [known] = await contacts.known(ctx, { pn: number, lid })
  return !known || numberHealth.begins(ctx, connectionId, known.id)
}

/** The contact behind a person of a list, made when they first get something. */
async function contactOf(ctx: Ctx, { name, number, phoneKey, lid, email }: Shipment) {
  const [known] = await contacts.known(ctx, { pn: number, lid })
  return known ?? contacts.insertQuietly(ctx, { name, named: true, number, phoneKey, lid, email })
}

export function campaignPace(options: Options): Job {
  const { turn } = campaignEngine(options)
  return pacing.handledBy({
    maxAttempts: Infinity,
    backoff: attempts => Math.min(10, attempts) * MINUTE_MS,
    budgetMs: MINUTE_MS,
    leaseMs: 2 * MINUTE_MS,
    atOnce: 8,
    late: 'run',
    async run(ctx, { connectionId }, { signal }) {
      for (let sent = 0; sent < BURST && !signal.aborted; sent++) {
        const pause = await turn(ctx, connectionId)
        if (pause === undefined) return
        if (pause > 0) return { again: pause }
      }
      return { again: 0 }
    },
  })
}
