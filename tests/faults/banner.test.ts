import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { accept, agent, bubble, say } from '../e2e/agent'
import { look, openBrowser, type Browsing } from '../e2e/browser'
import { NUMBER, openShop, type Shop } from '../e2e/shop'

const CUSTOMER = '5511987650001'
const TEXT = /não consegue gravar/

let shop: Shop
let browser: Browsing
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop(), openBrowser()])
  shop.control.addPhone({ phone: CUSTOMER, name: 'Helena Prado' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
}, 30_000)

/** Holds the database for writing, as another process would. */
async function lock() {
  const other = createClient({ url: `file:${join(shop.folder, 'data/balcao.db')}`, timeout: 2_000 })
  const held = await other.transaction('write')
  return () => {
    held.close()
    other.close()
  }
}

test('a banner says that nothing can be saved, the conversation stays readable, and the banner goes when it is over', async () => {
  const ana = await agent(browser, shop.url, 'wide', await shop.person('Ana Lima', 'admin'))
  await shop.control.send({ from: CUSTOMER, to: NUMBER, type: 'text', text: 'minha internet caiu' })
  await accept(ana, 'Helena Prado')
  await bubble(ana, 'minha internet caiu').waitFor()
  const banner = ana.page.getByRole('status').filter({ hasText: TEXT })
  expect(await banner.count()).toBe(0)

  const unlock = await lock()
  await say(ana, 'já vou ver')
  await banner.first().waitFor()
  await bubble(ana, 'minha internet caiu').waitFor()
  expect(await look(ana, 'banner')).toEqual([])
  unlock()
  await banner.first().waitFor({ state: 'detached' })
  await say(ana, 'pronto, voltou')
  await shop.shows(CUSTOMER, entries => entries.some(entry => entry.text.includes('pronto, voltou')))
}, 180_000)
