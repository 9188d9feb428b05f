import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { agent, press } from './agent'
import { look, type Person } from './browser'
import { whenStill } from './visit'
import { OWNER, until } from './shop'
import { NOUN_PAGES } from './routes'
import { sampleOf } from '../sample'
import { testShop } from './test-shop'
import { SPOKEN, unfit } from './unfit'

// Each dialog and menu that is no form of a new row, on the screen that has the least room for it, in each language.
const { shop, browser } = await testShop()
const { owner } = shop
await owner.put('/settings/singleSession', { value: 'disabled' })

type Row = { id: number; uuid: string }
const make = (path: string, body: object) => owner.post<Row>(path, body)
const PHONES = ['5511977770001', '5511977770002', '5511977770003']
for (const phone of PHONES) shop.control.addPhone({ phone, name: 'Maria' })
const contacts: Row[] = []
for (const number of PHONES) contacts.push(await make('/contacts', { name: 'Maria Antonieta de Albuquerque e Silva', number }))
const [queue] = (await owner.get<Row[]>('/queue')) as [Row]
await shop.person('Ana Lima')
const [ana] = (await owner.get<{ users: Row[] }>('/users?searchParam=ana')).users as [Row]
const ticket = await make('/tickets', { contactId: contacts[0]!.id, userId: owner.user.id, queueId: queue.id, status: 'open' })
const waiting = await make('/tickets', { contactId: contacts[1]!.id, queueId: queue.id, userId: owner.user.id, status: 'open' })
await owner.put(`/tickets/${waiting.id}`, { status: 'pending', userId: null })
await make(`/messages/${ticket.id}`, { body: 'OK', fromMe: true, read: 1, mediaUrl: '' })
await make('/ticket-notes', { note: 'OK, VIP', ticketId: ticket.id, contactId: contacts[0]!.id })
await make('/tags', { name: 'VIP', kanban: 0 })
await make('/tags', { name: 'Lead', kanban: 1 })
const room = await make('/chats', { title: 'Team', users: [{ id: ana.id }] })
await make(`/chats/${room.id}/messages`, { message: 'OK' })
await make('/helps', { title: 'Start', video: 'dQw4w9WgXcQ' })
const plan = await make('/plans', { name: 'Plus', users: 5, connections: 5, queues: 5 })
await make('/companies', { name: 'Sul', email: 'sul@sul.test', password: OWNER.password, planId: plan.id })
await make('/resellers', { name: 'Mar', domains: 'atende-mar.test', email: 'mar@mar.test' })
await make('/queueIntegration', { type: 'webhook', name: 'Bot', settings: { urlN8N: 'https://example.com/bot' } })
await make('/event-webhooks', { name: 'CRM', url: 'https://example.com/crm', secret: 'x'.repeat(16), enabled: false })
await make('/announcements', { title: 'Stop', text: 'OK', priority: 1 })
await make('/schedules', { body: 'Hi, Maria', sendAt: '2030-01-01T12:00', contactId: contacts[0]!.id })
const list = await make('/contact-lists', { name: 'VIP' })
await make('/contact-list-items', { name: 'Maria', number: PHONES[0], email: '', contactListId: list.id })
const draft = { name: 'Black Friday', message1: 'Hi', status: 'INATIVA', confirmation: false, scheduledAt: null }
const [line] = (await owner.get<Row[]>('/whatsapp/')) as [Row]
const campaign = await make('/campaigns', { ...draft, contactListId: list.id, whatsappId: line.id })
await make('/files', { name: 'Docs', message: 'OK', options: [] })
await make('/prompt', { name: 'Robot AI', apiKey: 'k', prompt: 'p'.repeat(60), queueId: queue.id })
await make('/quick-messages', { shortcode: 'abc', message: 'Hi, Maria', geral: false })

/** A press of what has this icon, which is called the same in every language, or of what else is named by CSS; or something of its own. */
type Step = string | ((person: Person) => Promise<unknown>)
const message: Step = ({ page }) => page.getByRole('log').getByRole('article').first().focus()
const ACCOUNT = '.topbar .btn-icon.ml-1'
/** The menu of the last row. */
const LAST: Step = person => press(person, person.page.locator('main .data .lucide-ellipsis-vertical:visible').last())
const CONVERSATION = `tickets/${ticket.uuid}`
const MORE = 'ellipsis-vertical'
/** After each step what is before who presses is looked at. */
const WAYS: Record<string, Step[][]> = {
  tickets: [['square-pen'], ['list-filter', 'layers'], ['list-filter', 'check-check'], ['search'], ['bell'], ['megaphone']],
  [CONVERSATION]: [
    [MORE, 'alarm-clock'],
    [MORE, 'file-down'],
    [MORE, 'arrow-right-left'],
    [MORE, 'trash'],
    ['plus'],
    ['zap'],
    ['plus', 'map-pin'],
    ['plus', 'contact-round'],
    [MORE, 'calendar-days'],
    [MORE, 'sticky-note'],
    [MORE, 'panel-right'],
    [MORE, 'panel-right', 'pencil'],
    [message, 'ellipsis', 'forward'],
    [message, 'ellipsis', 'trash'],
  ],
  contacts: [
    [MORE, 'file-up'],
    [MORE, 'circle-check'],
    [MORE, 'merge'],
    [MORE, 'smartphone'],
    ['list-filter'],
    ['message-square'],
    ['td button'],
    ['td button', '[role=dialog] footer button'],
  ],
  schedules: [['plus']],
  'quick-messages': [[MORE, 'file-up'], ['trash']],
  tags: [['trash']],
  chats: [['plus']],
  [`chats/${room.uuid}`]: [[MORE]],
  helps: [['trash']],
  kanban: [['layers'], ['user-round'], ['arrow-left-right'], [MORE]],
  campaigns: [[LAST, 'trash']],
  [`campaigns/${campaign.id}`]: [],
  'campaigns/new': [],
  [`campaign/${campaign.id}/report`]: [],
  'contact-lists': [[LAST, 'trash']],
  [`contact-lists/${list.id}/contacts`]: [[MORE, 'file-up']],
  connections: [
    [LAST, 'heart-pulse'],
    [LAST, 'qr-code'],
    [LAST, 'unplug'],
    [LAST, 'trash'],
  ],
  queues: [['trash']],
  users: [['trash']],
  files: [['trash']],
  prompts: [['trash']],
  'queue-integration': [['trash']],
  'event-webhooks': [['trash']],
  companies: [[MORE, 'rotate-ccw-clock'], [LAST], [LAST, 'circle-pause'], [LAST, 'trash']],
  plans: [['trash']],
  resellers: [['user-plus']],
  announcements: [['trash']],
  'messages-api': [],
  settings: [],
  sandbox: [],
  reports: [],
  '': [],
  todolist: [
    [ACCOUNT, 'user-round'],
    [ACCOUNT, 'keyboard'],
    [ACCOUNT, 'message-circle'],
  ],
}

/** A new noun asks before it deletes, and takes a spreadsheet. */
for (const { path, noun, spec } of NOUN_PAGES.filter(({ path }) => !(path.slice(1) in WAYS))) {
  const { body, unique = {}, api } = noun.facts
  await make(api.path, sampleOf(body, () => queue.id, Object.keys(unique)) as object)
  WAYS[path.slice(1)] = [['trash'], ...(/\bimports:/.test(spec) ? [[MORE, 'file-up']] : [])]
}

/** Presses that open nothing above the page. */
const IN_PLACE: Step[] = ['search', 'forward', 'sticky-note', 'circle-check', 'smartphone', message]

const byIcon = (icon: string) => `:is(button, a, [role=menuitem]):has(.lucide-${icon}):visible`
async function step(person: Person, what: Step) {
  if (typeof what !== 'string') return what(person)
  const { page } = person
  if (!/^[a-z]+(-[a-z]+)*$/.test(what)) return press(person, page.locator(`${what}:visible`).first())
  const above = page.locator('[role=menu], [role=dialog]').last()
  const within: Locator = (await above.count()) ? above : page.locator('body')
  return press(person, within.locator(byIcon(what)).first())
}

async function closed(page: Page) {
  const layers = page.locator('[role=menu], [role=dialog]')
  for (let left = await layers.count(); left; left--) {
    await page.keyboard.press('Escape')
    if (!(await until(async () => (await layers.count()) < left).catch(() => false))) return false
  }
  return true
}

test.each(SPOKEN)(
  'on a phone, dialogs, menus and questions are whole and in words, in %s',
  async language => {
    await owner.put('/users/me', { language })
    const person = await agent(browser, shop.url, 'phone', OWNER)
    const { page } = person
    const stands = whenStill(page)
    const found: string[] = []
    async function note(name: string) {
      found.push(...(await unfit(page, language)).map(fault => `${name}: ${fault}`))
      if (process.env.SHOTS) found.push(...(await look(person, `${language}-${name.replace(/\W+/g, '-')}`)))
    }
    let isFresh = false
    for (const [path, ways] of Object.entries(WAYS)) {
      for (const way of [[], ...ways]) {
        // As links go there, where nothing is left of what was opened before.
        if (!isFresh) await page.goto(`/${path}`)
        else if (!way.length) await page.evaluate(address => history.pushState(null, '', address), `/${path}`)
        await stands()
        if (!way.length) await note(path)
        for (const [at, what] of way.entries()) {
          const name = `${path}, ${way
            .slice(0, at + 1)
            .map(String)
            .join(' > ')}`
          const isDone = await step(person, what).then(
            () => true,
            error => void found.push(`${name}: ${String(error).slice(0, 90)}`),
          )
          if (!isDone) break
          const layer = page.locator('[role=menu], [role=dialog]').last()
          if (!IN_PLACE.includes(what)) await layer.waitFor({ timeout: 20_000 }).catch(() => found.push(`${name}: opens nothing`))
          await stands()
          await note(name)
        }
        // What was opened is closed again, the uppermost first; where more than that happened, the page is loaded anew.
        isFresh = !way.some(what => IN_PLACE.includes(what)) && (await closed(page))
      }
    }
    expect(found).toEqual([])
    await person.close()
  },
  600_000,
)
