import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { transaction } from '#kernel/context'
import { testOffice } from '../../../tests/office'
import { insert } from './rows'
import { messages as table } from './schema'
import { mendTextIndex } from './text-index'

const office = await testOffice()
const { norte } = office
const { ctx } = norte

const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open' })
let wids = 0
const said = (body: string, within = ctx) => {
  const wid = `TEXTO${++wids}`
  const { id: ticketId, contactId: chatId, whatsappId: connectionId } = ticket
  const key = { ticketId, chatId, connectionId, wid, uid: wid }
  return insert(within, { ...key, body, fromMe: true, mediaType: 'conversation', status: 'sent' })
}

/** What the full-text index finds, of texts that stand in the table; it is refused where the two differ. */
async function found(word: string) {
  await ctx.db.run(sql`insert into messages_fts (messages_fts, rank) values ('integrity-check', 1)`)
  const rows = await ctx.db.all<{ body: string }>(
    sql`select m.body from messages_fts f cross join messages m on m.id = f.rowid where messages_fts match ${`body : "${word}"`} order by m.id`,
  )
  return rows.map(({ body }) => body)
}

test('texts that are stored at once are all found once they are', async () => {
  await Promise.all(['um abacate', 'dois abacates', 'abacate três'].map(body => transaction(ctx, ctx => said(body, ctx))))
  expect(await found('abacate')).toEqual(['um abacate', 'abacate três'])
})

test('a text that is edited or deleted in the transaction that stores it is found as it stands at its end', async () => {
  await transaction(ctx, async ctx => {
    const [edited, deleted] = [await said('caju verde', ctx), await said('caju seco', ctx)]
    await ctx.db.update(table).set({ body: 'caju maduro' }).where(eq(table.id, edited.id))
    await ctx.db.delete(table).where(eq(table.id, deleted.id))
  })
  expect(await found('caju')).toEqual(['caju maduro'])
  expect(await found('verde')).toEqual([])
})

test('a text that is edited or deleted later is found as it stands then', async () => {
  const [edited, deleted] = [await said('goiaba verde'), await said('goiaba seca')]
  await ctx.db.update(table).set({ body: 'goiaba madura' }).where(eq(table.id, edited.id))
  await ctx.db.delete(table).where(eq(table.id, deleted.id))
  expect(await found('goiaba')).toEqual(['goiaba madura'])
})

test('of what failed nothing is found, and of its neighbours in the commit all', async () => {
  const results = await Promise.allSettled([
    transaction(ctx, ctx => said('jaca um', ctx)),
    transaction(ctx, async ctx => {
      await said('jaca dois', ctx)
      throw new Error('no')
    }),
    transaction(ctx, async ctx => {
      const inner = transaction(ctx, async ctx => {
        await said('jaca três', ctx)
        throw new Error('no')
      })
      await inner.catch(() => {})
      await said('jaca quatro', ctx)
    }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await found('jaca')).toEqual(['jaca um', 'jaca quatro'])
})

test('texts that damage kept out of the index are found after the next start, which builds it anew', async () => {
  const { store } = office
  await said('antes do dano')
  const [structure] = await ctx.db.all<{ block: string }>(sql`select hex(block) as block from messages_fts_data where id = 10`)
  await ctx.db.run(sql`update messages_fts_data set block = ${'0'} where id = 10`)
  await store.write(store.db, db =>
    db.$client.execute(`insert into messages_to_index select id from messages where body = 'antes do dano'`),
  )
  expect(structure).toBeDefined()
  await mendTextIndex(store)
  expect(await found('dano')).toEqual(['antes do dano'])
  expect(await ctx.db.all(sql`select id from messages_to_index`)).toEqual([])
})
