import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { openOffice, until, type Office } from '../../../../tests/factories'
import { openPage } from '../../../../tests/page'
import type { User } from '../../../session'
import type { Message, Sending, Ticket } from '../types'

let office: Office
let page: ReturnType<typeof openPage>
let kit: typeof import('./sending') &
  typeof import('./held') &
  typeof import('./drafts') &
  typeof import('./stuck') &
  typeof import('../conversation/conversation') &
  typeof import('../before-verb') &
  typeof import('../change') &
  typeof import('../bot') &
  typeof import('../verbs') &
  typeof import('../../../kit/realtime') &
  typeof import('../../../kit/throttle')
let session: typeof import('../../../session')
const ana = () => office.norte.staff.ana
const leaving: (() => void)[] = []
/** What stands between this browser and the server, for what is sent. */
let network: 'up' | 'down' | 'refuses' | 'over' | 'away' | 'hangs' = 'up'
/** While it hangs, what was begun to be sent. */
let begun: string | undefined

async function talk() {
  const { norte } = office
  const { id } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana().id })
  const conversation = kit.openConversation((await ana().client.get<Ticket>(`/tickets/${id}`)).body, () => {})
  leaving.push(conversation.enter())
  await until(() => conversation.loaded.value)
  return conversation
}
type Talk = Awaited<ReturnType<typeof talk>>
const shown = ({ messages }: Talk) =>
  messages.value.map(({ body, status }) => [body, status === 'failed' || status === 'queued' ? status : 'sent'])
const own = ({ messages }: Talk) => messages.value.filter((message): message is Sending => 'local' in message)
const stored = async ({ id }: Talk) =>
  (await ana().client.get<{ messages: Message[] }>(`/messages/${id}`)).body.messages.map(({ body }) => body)

beforeAll(async () => {
  office = await openOffice()
  page = openPage(office.product.server.port, ana().client)
  Object.assign(globalThis, { sessionStorage: localStorage })
  const { fetch } = globalThis
  const through = (async (path: string, init?: RequestInit) => {
    if (network === 'away') throw new TypeError('no network')
    if (String(init?.body).includes('fica para trás')) return Response.json({ error: 'ERR_INTERNAL' }, { status: 500 })
    if (init?.method !== 'POST' || !/^\/messages\/\d+(\?|$)/.test(path) || network === 'up') return fetch(path, init)
    if (network === 'hangs') {
      begun = path
      await new Promise((_, abort) => init.signal!.addEventListener('abort', abort))
    }
    if (network === 'down') throw new TypeError('no network')
    const [error, status] = network === 'over' ? ['ERR_SESSION_EXPIRED', 401] : ['ERR_NO_PERMISSION', 403]
    return Response.json({ error }, { status })
  }) as typeof fetch
  Object.assign(globalThis, { fetch: through })
  ;(await import('../../../kit/api')).setToken(ana().client.token)
  session = await import('../../../session')
  session.user.value = { id: ana().id, companyId: office.norte.id, preferences: { undoSeconds: 0 } } as User
  kit = {
    ...(await import('./sending')),
    ...(await import('./held')),
    ...(await import('./drafts')),
    ...(await import('./stuck')),
    ...(await import('../conversation/conversation')),
    ...(await import('../before-verb')),
    ...(await import('../change')),
    ...(await import('../bot')),
    ...(await import('../verbs')),
    ...(await import('../../../kit/realtime')),
    ...(await import('../../../kit/throttle')),
  }
  await import('../../../kit/line')
  kit.connect()
  await until(() => kit.connected.value)
})
afterAll(async () => {
  for (const leave of leaving) leave()
  kit.disconnect()
  page.close()
  session.user.value = null
  await office.close()
})

test('what is sent stands there at once, and is one message when the server has told it', async () => {
  const conversation = await talk()
  const sent = kit.send(conversation, { body: 'Bom dia' })
  expect(shown(conversation)).toEqual([['Bom dia', 'queued']])
  await sent
  await until(() => !own(conversation).length)
  expect([conversation.messages.value.length, await stored(conversation)]).toEqual([1, ['Bom dia']])
})

test('a full storage keeps nobody from writing and sending, and the server has what is begun', async () => {
  const conversation = await talk()
  const draft = kit.draftOf(conversation.id)
  const { setItem } = localStorage
  localStorage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  try {
    draft.text.value = 'Bom dia'
    type Draft = { ticketId: number; text: string }
    const begun = async () => (await ana().client.get<Draft[]>('/drafts')).body.find(({ ticketId }) => ticketId === conversation.id)
    await until(async () => (await begun())?.text === 'Bom dia')
    draft.text.value = ''
    await kit.send(conversation, { body: 'Bom dia' })
  } finally {
    localStorage.setItem = setItem
  }
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['Bom dia'])
})

test('a conversation in which something is on its way is not let go of, wherever in it one was', async () => {
  const [read, sends] = [await talk(), await talk()]
  const told: [number, boolean?][] = []
  for (const { id } of [read, sends]) {
    const { body: ticket } = await ana().client.get<Ticket>(`/tickets/${id}`)
    const conversation = kit.openConversation(ticket, (_, stays) => void told.push([id, stays]), 'elsewhere')
    const leave = conversation.enter()
    network = 'down'
    if (id === sends.id) void kit.send(conversation, { body: 'espera' })
    await until(() => id === read.id || conversation.isSending())
    leave()
    network = 'up'
  }
  // One that is only read is dropped, and its ticket stays this user's.
  expect(told).toEqual([[read.id, true]])
})

test('what came while it was written, and is not drawn yet, stands before it', async () => {
  const conversation = await talk()
  const came = (body: string) => kit.take(() => conversation.put({ ...conversation.messages.peek().at(-1), id: body, body } as Message))
  for (const body of ['drawn at once', 'waits']) came(body)
  const sent = kit.send(conversation, { body: 'Bom dia' })
  expect(conversation.messages.value.map(({ body }) => body)).toEqual(['drawn at once', 'waits', 'Bom dia'])
  await sent
  await until(() => !own(conversation).length)
})

test('without a network what is written waits, and leaves in its order when the line is back', async () => {
  const conversation = await talk()
  network = 'down'
  for (const body of ['um', 'dois', 'três']) await kit.send(conversation, { body })
  expect(shown(conversation)).toEqual(['um', 'dois', 'três'].map(body => [body, 'queued']))
  expect(await stored(conversation)).toEqual([])
  network = 'up'
  page.cut()
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['um', 'dois', 'três'])
})

/** With seconds in which what is sent can be taken back. */
async function withUndo(seconds: 0 | 3, work: () => Promise<void>) {
  const { value } = session.user
  session.user.value = { ...value!, preferences: { ...value!.preferences, undoSeconds: seconds } }
  await work().finally(() => (session.user.value = value))
}

test.each<[string, (conversation: Talk) => unknown]>([
  ['the line is back', () => page.cut()],
  ['the conversation is to end', ({ id }) => kit.beforeVerb.leaves!(id)],
])('what waits leaves before what is held behind it, when %s', async (_, goOn) => {
  const conversation = await talk()
  network = 'down'
  await kit.send(conversation, { body: 'primeira' })
  expect(own(conversation)).toMatchObject([{ waits: true }])
  await withUndo(3, async () => {
    const held = kit.send(conversation, { body: 'segunda' })
    network = 'up'
    await goOn(conversation)
    await held
    await until(() => !own(conversation).length)
  })
  expect(await stored(conversation)).toEqual(['primeira', 'segunda'])
})

const logOf = () => localStorage.getItem(`unsent-of-${office.norte.id}-${ana().id}`) ?? ''
const signOut = () => Promise.all([...session.beforeSignOut].map(run => run()))

test('what stands behind one that is on its way outlives a window that ends without a word', async () => {
  const conversation = await talk()
  const sent = ['na rua', 'na fila'].map(body => kit.send(conversation, { body }))
  expect(logOf()).toMatch(/na rua.*na fila/)
  await Promise.all(sent)
  await until(() => !own(conversation).length)
  expect([await stored(conversation), logOf()]).toEqual([['na rua', 'na fila'], ''])
})

test('who signs out has sent what stands in line, and not what they take back meanwhile', async () => {
  const conversation = await talk()
  for (const body of ['um', 'dois']) void kit.send(conversation, { body })
  await withUndo(3, async () => {
    const sent = ['três', 'Sem querer'].map(body => kit.send(conversation, { body }))
    const [, , , mistake] = own(conversation)
    const out = signOut()
    expect(kit.takeBack(mistake!.clientId)).toBe(true)
    await Promise.all([out, ...sent])
  })
  expect(await stored(conversation)).toEqual(['um', 'dois', 'três'])
  kit.draftOf(conversation.id).text.value = ''
  await until(() => !own(conversation).length)
})

test('what is held behind one that waits for the line overtakes it by no sign-out', async () => {
  const conversation = await talk()
  network = 'down'
  await kit.send(conversation, { body: 'primeira' })
  network = 'up'
  await withUndo(3, async () => {
    const held = kit.send(conversation, { body: 'segunda' })
    await signOut()
    await held
  })
  expect(logOf()).toMatch(/^$|primeira.*segunda/)
  await kit.beforeVerb.leaves!(conversation.id)
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['primeira', 'segunda'])
})

test('what can still be taken back leaves before its ticket goes to the robot, which has it then', async () => {
  const conversation = await talk()
  await withUndo(3, async () => {
    const held = kit.send(conversation, { body: 'O assistente continua' })
    await kit.giveToBot(conversation.ticket!.peek())
    await held
  })
  expect(await stored(conversation)).toEqual(['O assistente continua'])
  const { rows } = await office.store.client.execute(`select holder from ticket_bots where ticket_id = ${conversation.id}`)
  expect(rows).toMatchObject([{ holder: 'resumed' }])
})

test('what waits for the line, or for what stands before it, is called back into the field, and is never sent', async () => {
  const conversation = await talk()
  const draft = kit.draftOf(conversation.id)
  const [first, second] = [kit.send(conversation, { body: 'um' }), kit.send(conversation, { body: 'dois' })]
  const called = () => own(conversation).find(({ body }) => body === 'dois')!
  expect(own(conversation).map(({ waits }) => waits)).toEqual([undefined, true])
  expect(kit.callBack(called().clientId)).toBe(true)
  await Promise.all([first, second])
  network = 'down'
  for (const body of ['três', 'dois']) await kit.send(conversation, { body })
  const { clientId } = called()
  expect([kit.stuck.peek().has(clientId), kit.callBack(clientId), kit.callBack(clientId), kit.stuck.peek().has(clientId)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(draft.text.peek()).toBe('dois\ndois')
  network = 'up'
  page.cut()
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['um', 'três'])
})

test('what the server refuses says why, holds nothing up, and is sent again by hand as the same message', async () => {
  const conversation = await talk()
  network = 'refuses'
  await kit.send(conversation, { body: 'recusada' })
  const [refused] = own(conversation)
  expect([refused!.status, refused!.refusal]).toEqual(['failed', 'ERR_NO_PERMISSION'])
  network = 'up'
  await kit.send(conversation, { body: 'a seguinte' })
  await kit.retry(conversation, refused!)
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['a seguinte', 'recusada'])
})

test('what is refused while nobody looks, because its ticket left its writer, is in the draft and can be copied', async () => {
  const conversation = await talk()
  const offers = spyOn((await import('../../../kit/toast')).toast, 'offer')
  leaving.pop()!()
  network = 'refuses'
  await kit.send(conversation, { body: 'já estou indo' })
  network = 'up'
  expect([own(conversation), kit.draftOf(conversation.id).text.value]).toEqual([[], 'já estou indo'])
  expect(offers.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('rascunho')])
  offers.mockRestore()
  kit.draftOf(conversation.id).text.value = ''
})

test('what was refused stands in the draft once its conversation is lost', async () => {
  const conversation = await talk()
  network = 'refuses'
  await kit.send(conversation, { body: 'recusada' })
  network = 'up'
  kit.beforeVerb.takesBack!(conversation as never)
  expect([own(conversation), kit.draftOf(conversation.id).text.value]).toEqual([[], 'recusada'])
  expect([...kit.stuck.peek().values()].filter(({ ticketId }) => ticketId === conversation.id)).toEqual([])
  kit.draftOf(conversation.id).text.value = ''
})

test('what another window made a draft of, or has sent, while this one had no line, is not sent by this one too', async () => {
  const conversation = await talk()
  network = 'down'
  for (const body of ['tarde demais', 'e isto também']) await kit.send(conversation, { body })
  // What it does with each is to strike it from the log.
  localStorage.setItem(`unsent-of-${office.norte.id}-${ana().id}`, JSON.stringify(JSON.parse(logOf()).slice(1)))
  network = 'up'
  page.cut()
  await until(() => !own(conversation).length)
  expect([await stored(conversation), logOf()]).toEqual([['e isto também'], ''])
})

test('what a colleague took the ticket from comes back in the order in which it was written', async () => {
  const conversation = await talk()
  await withUndo(3, async () => {
    const sent = ['primeiro', 'segundo'].map(body => kit.send(conversation, { body, file: new File(['x'], `${body}.pdf`) }))
    conversation.ticket!.value = { ...conversation.ticket!.peek(), userId: office.norte.staff.bia.id } as Ticket
    await Promise.all(sent)
  })
  const { text, files } = kit.draftOf(conversation.id)
  expect([text.value, files.value.map(({ name }) => name)]).toEqual(['primeiro\nsegundo', ['primeiro.pdf', 'segundo.pdf']])
  text.value = ''
  files.value = []
})

test('refused ones come back in the order in which they were written', async () => {
  const conversation = await talk()
  network = 'refuses'
  for (const body of ['um', 'dois']) await kit.send(conversation, { body })
  kit.beforeVerb.takesBack!(conversation as never)
  leaving.pop()!()
  for (const body of ['três', 'quatro']) await kit.send(conversation, { body })
  network = 'up'
  expect(kit.draftOf(conversation.id).text.value).toBe('um\ndois\ntrês\nquatro')
  kit.draftOf(conversation.id).text.value = ''
})

test.each(['held', 'in line', 'waiting', 'on its way'] as const)(
  'a file that its writer wants to send no more is gone, while it is %s',
  async when => {
    const conversation = await talk()
    const file = () => ({ body: '', file: new File(['x'], 'engano.pdf') })
    await withUndo(when === 'held' ? 3 : 0, async () => {
      if (when === 'waiting') network = 'down'
      if (when === 'on its way') network = 'hangs'
      const before = when === 'in line' ? kit.send(conversation, { body: '', file: new File(['x'], 'certo.pdf') }) : undefined
      const sent = kit.send(conversation, file())
      if (when === 'waiting') await sent
      if (when === 'on its way') await until(() => begun)
      kit.cancel(conversation, own(conversation).at(-1)!)
      network = 'up'
      await Promise.all([before, sent])
      await until(() => !own(conversation).length)
    })
    const told = [...kit.stuck.peek().values()].filter(({ ticketId }) => ticketId === conversation.id)
    const { body } = await ana().client.get<{ messages: { fileName: string }[] }>(`/messages/${conversation.id}`)
    expect([body.messages.map(({ fileName }) => fileName), told, kit.beforeVerb.refusedAt!(conversation.id)]).toEqual([
      when === 'in line' ? ['certo.pdf'] : [],
      [],
      undefined,
    ])
  },
)

test('what is held can be taken back into the field, and is never sent; what is not leaves at its moment', async () => {
  const conversation = await talk()
  session.user.value = { ...session.user.peek()!, preferences: { undoSeconds: 1 } as unknown as User['preferences'] }
  const draft = kit.draftOf(conversation.id)
  const [first, second] = [kit.send(conversation, { body: 'Sem querer' }), kit.send(conversation, { body: 'De propósito' })]
  draft.text.value = 'e mais isto'
  expect(kit.takeBack(own(conversation)[0]!.clientId)).toBe(true)
  expect([draft.text.value, shown(conversation)]).toEqual(['Sem querer\ne mais isto', [['De propósito', 'queued']]])
  await Promise.all([first, second])
  await until(() => !own(conversation).length)
  expect(await stored(conversation)).toEqual(['De propósito'])
})

test('what a file is shown from until the server’s message is there is let go of then, and when it is taken back', async () => {
  const conversation = await talk()
  const shownFrom: (string | null)[] = []
  const freed = spyOn(URL, 'revokeObjectURL')
  const free = () => freed.mock.calls.map(([url]) => url as string | null)
  await withUndo(3, async () => {
    const sent = ['um', 'dois'].map(body => kit.send(conversation, { body, file: new File(['x'], `${body}.pdf`) }))
    const [first, second] = own(conversation)
    shownFrom.push(first!.mediaUrl, second!.mediaUrl)
    conversation.patch(first!.clientId, { part: 0.5 })
    expect(free()).toEqual([])
    const { local: _, ...row } = first!
    conversation.put({ ...row, id: 'of the server', mediaUrl: '/public/um.pdf' } as Message)
    expect(free()).toEqual([shownFrom[0]!])
    for (const { clientId } of [first!, second!]) kit.takeBack(clientId)
    await Promise.all(sent)
  })
  expect(free()).toEqual(shownFrom)
  kit.draftOf(conversation.id).files.value = []
  freed.mockRestore()
})

test('what the page before left behind and the server fails at again and again is a draft; what was to follow it is not done, and is when it is asked for again', async () => {
  const { id: ticketId, ticket } = await talk()
  const [log, words] = [`unsent-of-${office.norte.id}-${ana().id}`, 'fica para trás']
  const text = { log, ticketId, clientId: crypto.randomUUID(), path: `/messages/${ticketId}`, words, body: { body: words } }
  localStorage.setItem(log, JSON.stringify([{ ...text, writtenAt: new Date().toISOString() }]))
  // One of its own: it takes up what there is as it is loaded.
  await import('./left-behind?own' as string)
  const resolve = () => kit.change(ticket!.value!, { status: 'closed', userId: ana().id })
  await expect(resolve()).rejects.toThrow()
  await resolve()
  expect((await ana().client.get<Ticket>(`/tickets/${ticketId}`)).body.status).toBe('closed')
  expect([kit.draftOf(ticketId).text.value, localStorage.getItem(log)]).toEqual([words, null])
})

describe('a ticket that is resolved without a line', () => {
  const statusOf = async (id: number) => (await office.norte.staff.admin.client.get<Ticket>(`/tickets/${id}`)).body
  async function held() {
    const { norte } = office
    const { id } = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana().id })
    return (await ana().client.get<Ticket>(`/tickets/${id}`)).body
  }
  /** Without a line Ana resolves, all in one moment; meanwhile something happens, and the line comes back. */
  async function resolved(meanwhile: (id: number) => Promise<unknown>, ...others: Ticket[]) {
    const ticket = await held()
    const isBack = new Promise<void>(resolve => {
      const stop = kit.onResync(() => (stop(), resolve()))
    })
    network = 'away'
    page.cut()
    await until(() => !kit.connected.value)
    await Promise.all([ticket, ...others].map(one => kit.resolve(one)))
    await meanwhile(ticket.id)
    network = 'up'
    await isBack
    return ticket.id
  }

  test('is resolved once it is back', async () => {
    const id = await resolved(async () => {})
    await until(async () => (await statusOf(id)).status === 'closed')
  })

  test('is resolved beside others that were in the same moment', async () => {
    const others = [await held(), await held(), await held()]
    const id = await resolved(async () => {}, ...others)
    for (const one of [id, ...others.map(({ id }) => id)]) await until(async () => (await statusOf(one)).status === 'closed')
  })

  test('stays in the hands that it went to meanwhile', async () => {
    const { queues, staff } = office.norte
    const id = await resolved(id => staff.admin.client.put(`/tickets/${id}`, { userId: staff.bia.id, queueId: queues[1].id }))
    // What comes back later is asked after it.
    const later = await resolved(async () => {})
    await until(async () => (await statusOf(later)).status === 'closed')
    expect(await statusOf(id)).toMatchObject({ status: 'open', userId: staff.bia.id })
  })
})

test('what waits is sent by nobody else and by nobody at all, and is there for its writer afterwards', async () => {
  const { setToken } = await import('../../../kit/api')
  const conversation = await talk()
  const log = () => localStorage.getItem(`unsent-of-${office.norte.id}-${ana().id}`) ?? ''
  network = 'down'
  await kit.send(conversation, { body: 'de Ana' })
  network = 'up'
  for (const other of [null, office.norte.staff.supervisor.client.token]) {
    setToken(other)
    await kit.beforeVerb.leaves!(conversation.id)
    expect([await stored(conversation), log()]).toEqual([[], expect.stringContaining('de Ana')])
  }
  setToken(ana().client.token)
  await kit.beforeVerb.leaves!(conversation.id)
  await until(() => !own(conversation).length)
  expect([await stored(conversation), log()]).toEqual([['de Ana'], ''])
})

test('what a session that is over does not take is kept for the next', async () => {
  const conversation = await talk()
  network = 'over'
  await kit.send(conversation, { body: 'tarde demais' })
  expect(localStorage.getItem(`unsent-of-${office.norte.id}-${ana().id}`)).toContain('tarde demais')
})
