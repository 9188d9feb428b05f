import { expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { testOffice } from '../../../tests/office'
import { campaigns, shipments as verbs } from '../../modules/campaigns'
import { shipments as table } from '../../modules/campaigns/schema'
import { connections } from '../../modules/connections'
import { contactLists } from '../../modules/contact-lists'
import { contacts } from '../../modules/contacts/schema'
import { messages } from '../../modules/messages/schema'
import { takeReceipt } from './follow'
import { campaignFill } from './begin'
import { campaignEngine } from './engine'
import { withheld } from './withhold'

const office = await testOffice()
const { norte } = office
const { ctx } = norte
/** More of them, for who has the time: PACE_PEOPLE=20000, some minutes where TMPDIR is in memory, since each step is a commit. */
const PEOPLE = Number(process.env['PACE_PEOPLE'] ?? 400)
const CAMPAIGNS = 10
/** A Monday where the company is, half an hour before its hours end: however few people there are, a night falls between them. */
const MONDAY = Date.parse('2031-03-03T22:30:00Z')
const CLOSING = Date.parse('2031-03-03T23:00:00Z')

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

/** Ten campaigns for one list each, over three numbers. */
async function furnish() {
  const numbers = [norte.connection.id]
  for (const name of ['Segunda', 'Terceira']) numbers.push((await connections.create(ctx, { name, sandbox: true })).id)
  const ids: number[] = []
  for (let n = 0; n < CAMPAIGNS; n++) {
    const list = await contactLists.insert(ctx, { name: `Lista ${n}` })
    const people = PEOPLE / CAMPAIGNS
    // Some of a campaign are people of the one before it.
    await ctx.db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${people - 1})
      insert into contact_list_items (company_id, contact_list_id, name, number, phone_key, is_whatsapp_valid, created_at, updated_at)
      select ${norte.id}, ${list.id}, 'Pessoa ' || i, '5511' || (20000000 + ${n} * ${people - 20} + i), '5511' || (20000000 + ${n} * ${people - 20} + i), 1, 0, 0 from n`)
    const row = await campaigns.insert(ctx, {
      ...{
        name: `Campanha ${n}`,
        message1: `${n}: oi {nome}`,
        contactListId: list.id,
        whatsappId: numbers[n % 3]!,
        status: 'EM_ANDAMENTO' as const,
      },
    })
    await campaignFill().run(ctx, { campaignId: row.id }, { id: 1, attempts: 1, signal: new AbortController().signal })
    ids.push(row.id)
  }
  return { numbers, ids }
}

test(
  'ten campaigns over three numbers, with kills and lost lines: each person once, no gap too short, no hour too late, and a report that is what was sent',
  async () => {
    const { numbers, ids } = await furnish()
    const roll = dice(42)
    /** What the network got of each number, and when: the ledger of the phones, which knows nothing of campaigns but their words. */
    const taken: { id: number; at: number; to: string; text: string; isRefused: boolean }[] = []
    const online = new Map(numbers.map(id => [id, true]))
    const engine = campaignEngine({ channel: { isOpen: id => online.get(id)!, lookup: async () => [] }, random: roll })
    const lastTaken = new Map<number, number>()
    /** Written to the network and not taken yet, of each number. */
    const flying = (id: number) =>
      ctx.db
        .select({ id: messages.id, wid: messages.wid, text: messages.body, to: contacts.number })
        .from(messages)
        .innerJoin(contacts, eq(contacts.id, messages.chatId))
        .where(sql`messages.id > ${lastTaken.get(id) ?? 0} and connection_id = ${id} and from_me = 1 and status = 'queued'`)

    const due = new Map(numbers.map(id => [id, MONDAY]))
    for (let steps = 0; due.size; steps++) {
      expect(steps).toBeLessThan(20 * PEOPLE)
      const [id, at] = [...due].reduce((first, one) => (one[1] < first[1] ? one : first))
      setSystemTime(at)
      const fate = roll()
      // The line falls, and comes back after a while.
      if (fate < 0.01) online.set(id, false)
      else if (fate < 0.3) online.set(id, true)
      let pause: number | undefined
      try {
        pause = await ctx.store.write(ctx.db, async db => {
          const done = await engine.turn({ ...ctx, db }, id)
          // The process is killed before the commit.
          if (fate > 0.97) throw new Error('killed')
          return done
        })
      } catch (error) {
        expect((error as Error).message).toBe('killed')
        pause = 1_000
      }
      // In the last minute of the first day nothing is taken: what was said then still waits when the hours are over.
      const isLost = at >= CLOSING - 60_000 && at < CLOSING
      if (online.get(id) && !isLost && roll() < 0.9) {
        const said = await flying(id)
        expect(said.length).toBeLessThanOrEqual(1)
        for (const { wid, text, to, id: messageId } of said) {
          const task = { connectionId: id, messageId, task: { do: 'send' } as const, writtenAt: new Date(at) }
          if ((await withheld(ctx, task)) === 'wait') continue
          const isRefused = roll() < 0.03
          lastTaken.set(id, messageId)
          taken.push({ id, at, to: to!, text, isRefused })
          await takeReceipt(ctx, {
            companyId: norte.id,
            connectionId: id,
            ids: [wid],
            state: isRefused ? 'failed' : 'sent',
            reason: '463',
          })
        }
      }
      if (pause === undefined) due.delete(id)
      else due.set(id, at + Math.max(pause, 250))
    }
    setSystemTime()

    const rows = await ctx.db.select().from(table)
    expect(rows.length).toBe(PEOPLE)
    expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(PEOPLE)
    expect(taken.length).toBe(PEOPLE)
    expect(new Set(taken.map(({ to, text }) => `${to} ${text}`)).size).toBe(PEOPLE)
    for (const id of numbers) {
      const own = taken.filter(one => one.id === id)
      for (const [n, { at }] of own.entries()) {
        const local = new Date(at - 3 * 3600_000)
        const [day, hour] = [local.getUTCDay(), local.getUTCHours()]
        expect(day).toBeGreaterThan(0)
        expect(hour).toBeGreaterThanOrEqual(8)
        expect(hour).toBeLessThan(day === 6 ? 14 : 20)
        if (n === own.length - 1) expect(at).toBeGreaterThan(MONDAY + 12 * 3600_000)
        if (n) expect(at - own[n - 1]!.at).toBeGreaterThanOrEqual(n % 20 === 0 ? 60_000 : 20_000)
      }
    }
    for (const [n, id] of ids.entries()) {
      const { status, counts } = await campaigns.get(ctx, id)
      const got = taken.filter(({ text }) => text.startsWith(`${n}: `))
      const failed = got.filter(({ isRefused }) => isRefused).length
      expect({ status, sent: counts.sent, failed: counts.failed, waiting: counts.waiting }).toEqual({
        status: 'FINALIZADA',
        sent: got.length - failed,
        failed,
        waiting: 0,
      })
    }
  },
  600 * PEOPLE,
)

test('a campaign for a hundred thousand people begins at once, and its list is copied in small pieces, however often one is copied again', async () => {
  const list = await contactLists.insert(ctx, { name: 'Cem mil' })
  await ctx.db.run(sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < 99999)
    insert into contact_list_items (company_id, contact_list_id, name, number, phone_key, is_whatsapp_valid, created_at, updated_at)
    select ${norte.id}, ${list.id}, 'Pessoa ' || i, '5511' || (30000000 + i), '5511' || (30000000 + i), 1, 0, 0 from n`)
  const values = { name: 'Grande', message1: 'Oi', contactListId: list.id, whatsappId: norte.connection.id }
  const { id } = await campaigns.insert(ctx, { ...values, status: 'EM_ANDAMENTO' as const })
  let most = 0
  for (let after: number | undefined = 0, people = 0; after !== undefined;) {
    await verbs.fill(ctx, id, list.id, after)
    after = await verbs.fill(ctx, id, list.id, after)
    const { counts } = await campaigns.get(ctx, id)
    most = Math.max(most, counts.people - people)
    people = counts.people
  }
  expect(most).toBe(250)
  expect((await campaigns.get(ctx, id)).counts).toMatchObject({ people: 100_000, waiting: 100_000 })
  await ctx.db.delete(table).where(eq(table.campaignId, id))
}, 120_000)
