import { beforeEach, expect, setSystemTime } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'
import { shipments as table } from '../../modules/campaigns/schema'
import { contactListItems as items } from '../../modules/contact-list-items/schema'
import { messages as messageTable } from '../../modules/messages/schema'
import { campaignFill } from './begin'
import { campaignEngine } from './engine'
import { takeReceipt } from './follow'

export type Campaign = {
  id: number
  status: string
  counts: Record<string, number>
  stopReason: string
  pausedAt: string | null
  stoppedBy: string
}

/** Does something at another time: people's sessions are of today. */
export async function at<T>(time: number, work: () => Promise<T>) {
  setSystemTime(time)
  return work().finally(() => setSystemTime())
}

/** A job that nobody stops. */
export const job = { id: 1, attempts: 1, signal: new AbortController().signal }

/** A company whose campaigns are sent by a number that the test is, at hours that the test says. */
export async function testCampaigns() {
  const office = await testOffice()
  const { norte } = office
  const leader = norte.staff.supervisor.client

  let week = Date.parse('2031-03-03T13:00:00Z')
  /** The number has not sent anything for a week. */
  beforeEach(() => void (week += 7 * 24 * 3600_000))
  /** A Monday at ten where the company is. */
  const monday = () => week

  /** Whom a campaign goes to: people whose numbers the network knows. */
  async function listOf(n: number, name = 'Lista') {
    const { body } = await leader.post<{ id: number }>('/contact-lists', { name })
    const phones = Array.from({ length: n }, () => newPhone())
    await leader.post(`/contact-lists/${body.id}/upload`, { rows: phones.map((number, i) => ({ name: `Pessoa ${i} Silva`, number })) })
    await norte.ctx.db.update(items).set({ isWhatsappValid: true }).where(eq(items.contactListId, body.id))
    return { id: body.id, phones }
  }
  /** A list of people who are known, when all of them came. */
  const filled = (id: number) =>
    until(async () => {
      const { body } = await leader.get<{ contactsCount: string; isFilled: boolean }>(`/contact-lists/${id}`)
      return body.isFilled && body
    })
  async function made(contactListId: number, more: object = {}) {
    const given = { name: 'Novidade', message1: 'Oi {nome}', whatsappId: norte.connection.id, contactListId, ...more }
    const { body, status, text } = await leader.post<Campaign>('/campaigns', given)
    expect([status, text]).toEqual([200, text])
    return body.id
  }
  const read = async (id: number) => (await leader.get<Campaign>(`/campaigns/${id}/report`)).body
  const verb = (id: number, name: string) => leader.post(`/campaigns/${id}/${name}`)
  const fill = (campaignId: number) => campaignFill().run(norte.ctx, { campaignId }, job)

  /** The engine on a line that is open, with dice that always fall the same; what it said waits for the network's word. */
  const engine = (isOpen = () => true) =>
    campaignEngine({
      channel: {
        isOpen,
        // Mexican mobile numbers have a digit that the network leaves out.
        lookup: async (_, numbers) =>
          numbers.filter(one => !one.endsWith('0')).map(asked => ({ asked, pn: asked.replace(/^521/, '52'), lid: null })),
      },
      random: () => 0,
    })
  const turn = (isOpen?: () => boolean) => engine(isOpen).turn(norte.ctx, norte.connection.id)

  const shipmentsOf = (campaignId: number) => norte.ctx.db.select().from(table).where(eq(table.campaignId, campaignId)).orderBy(table.id)
  const messageOf = async (id: number | null) => (await norte.ctx.db.select().from(messageTable).where(eq(messageTable.id, id!)))[0]!
  /** The network takes whatever was said last, or refuses it. */
  async function network(state: 'sent' | 'delivered' | 'read' | 'failed' = 'sent', reason?: string) {
    const queued = await norte.ctx.db
      .select({ wid: messageTable.wid })
      .from(messageTable)
      .where(
        and(
          eq(messageTable.companyId, norte.id),
          eq(messageTable.fromMe, true),
          eq(messageTable.status, state === 'sent' || state === 'failed' ? 'queued' : 'sent'),
        ),
      )
    await takeReceipt(norte.ctx, {
      companyId: norte.id,
      connectionId: norte.connection.id,
      ids: queued.map(({ wid }) => wid),
      state,
      reason,
    })
  }
  /** All that is due goes out, and time passes in between. */
  async function sendAll(from = monday()) {
    let now = from
    for (let step = 0; step < 500; step++) {
      const pause = await at(now, turn)
      await at(now, network)
      if (pause === undefined) return now
      now += Math.max(pause, 1_000)
    }
    throw new Error('it never ended')
  }
  async function running(n: number, more: object = {}) {
    const { id: listId, phones } = await listOf(n)
    const id = await made(listId, more)
    expect((await verb(id, 'start')).status).toBe(204)
    await fill(id)
    return { id, listId, phones }
  }
  async function ended(id: number) {
    await verb(id, 'cancel')
    expect((await leader.delete(`/campaigns/${id}`)).status).toBe(200)
  }

  return {
    ...{ office, norte, sul: office.sul, leader, monday },
    ...{ listOf, filled, made, read, verb, fill, engine, turn, shipmentsOf, messageOf, network, sendAll, running, ended },
  }
}
