import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOffice, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Ticket } from '../types'

let office: Office
let page: ReturnType<typeof openPage>
let beside: (ticket: Partial<Ticket>) => { before?: string; after: string[] }
let signIn: (profile: string) => void
let signOut: () => void

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, office.norte.staff.ana.client)
  const [{ besideOf }, { user }, { setLanguage, allTexts }] = await Promise.all([
    import('./swipe-verbs'),
    import('../../../session'),
    import('../../../kit/i18n'),
  ])
  await setLanguage('pt')
  await allTexts()
  signIn = profile => (user.value = { id: 7, profile, super: false, queues: [], rights: [] } as unknown as User)
  signOut = () => (user.value = null)
  const verbs = { accept: async () => {}, resolve: async () => {} }
  beside = ticket => {
    const of = { id: 1, status: 'open', userId: 7, unreadMessages: 0, snoozedAt: null, contact: { name: 'Helena' }, ...ticket } as Ticket
    const { before, after } = besideOf(of, verbs)
    return { before: before?.label, after: after.map(({ label }) => label) }
  }
})
afterAll(async () => {
  signOut()
  page.close()
  await office.close()
})

test('an own ticket is put off or resolved, and marked as what it is not', () => {
  signIn('user')
  expect(beside({})).toEqual({ before: 'Marcar como não lido', after: ['Adiar', 'Resolver'] })
  expect(beside({ unreadMessages: 2 })).toEqual({ before: 'Marcar como lido', after: ['Adiar', 'Resolver'] })
  expect(beside({ snoozedAt: new Date().toISOString() }).after).toEqual(['Trazer de volta', 'Resolver'])
})

test('one that waits is accepted; that its customer was read is said by nobody who has it not', () => {
  signIn('user')
  expect(beside({ status: 'pending', userId: null, unreadMessages: 2 })).toEqual({ before: undefined, after: ['Adiar', 'Aceitar'] })
})

test("a colleague's is acted on by who leads alone, and one that ended by nobody", () => {
  signIn('user')
  expect(beside({ userId: 8, unreadMessages: 2 })).toEqual({ before: undefined, after: [] })
  expect(beside({ status: 'closed' })).toEqual({ before: undefined, after: [] })
  signIn('supervisor')
  expect(beside({ userId: 8, unreadMessages: 2 })).toEqual({ before: undefined, after: ['Adiar', 'Resolver'] })
})
