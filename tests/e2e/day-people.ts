import { isCorrected, CORRECTED, type Chat, type Said } from '../crash/chat'
import { Refused, type Client as Program, type Shown } from '../crash/client'
import { composer, conversation, inHead, press, pressButton, say, takeIt, thread } from './agent'
import type { Person } from './browser'
import type { HandStep, Step } from './day-plan'
import type { Shop } from './shop'

/** What the two agents and their customers know of a conversation. */
export type Talk = Chat & { title: string; uuid: string; count: number }

/** A customer in one of the conversations, or one of the members of its group. */
export async function customerDoes({ control }: Pick<Shop, 'control'>, talk: Talk, verb: Step['verb'], isGroup: boolean) {
  const { members, to, account } = talk
  const from = members[talk.wrote.length % members.length]!
  const own = () => control.transcript({ phone: from, chat: to }).findLast(entry => entry.from === from && !entry.deleted)
  if (verb === 'write') {
    const said = { text: `${talk.title} escreve ${talk.wrote.length + 1}` }
    talk.wrote.push(said)
    return void (await control.send({ from, to, type: 'text', text: said.text }))
  }
  if (verb === 'react') {
    if (isGroup) return
    const heard = control.transcript({ phone: from, chat: to }).findLast(entry => entry.from === account)
    const said = heard?.text && talk.replied.find(({ text }) => text === heard.text)
    if (!heard || !said || said.reaction || said.deleted) return
    said.reaction = '👍'
    return void (await control.send({ from, to, type: 'reaction', message: heard.id, emoji: said.reaction }))
  }
  const last = own()
  const said = last && talk.wrote.find(({ text }) => text === last.text)
  if (!last || !said || said.deleted || isCorrected(said)) return
  if (verb === 'correct') {
    said.text += CORRECTED
    await control.send({ from, to, type: 'edit', message: last.id, text: said.text })
  } else {
    said.deleted = true
    await control.send({ from, to, type: 'delete', message: last.id })
  }
}

/** What the programs of the agents know of the company. */
type Known = { queues: { id: number }[]; tag: { id: number }; userIds: number[] }

/** A verb of an agent by the interface, as stubborn as it takes; what may not be done is not done. */
export async function programDoes(program: Program, talk: Talk, verb: Step['verb'], { queues, tag, userIds }: Known) {
  const { ticketId } = talk
  const n = ++talk.count
  const ask = (method: string, path: string) => program.ask(path, { method })
  const change = (patch: object) => program.put(`/tickets/${ticketId}`, patch)
  async function reply() {
    const said: Said = { text: `${talk.title} ouve ${n}` }
    await program.post(`/messages/${ticketId}`, { body: said.text, clientId: `${talk.title}-${n}` })
    talk.replied.push(said)
    return said
  }
  const newest = () =>
    program
      .ask<{ messages: Shown[] }>(`/messages/${ticketId}?markRead=false`)
      .then(({ messages }) => messages.filter(({ mediaType }) => mediaType !== 'reactionMessage'))
  /** The last own one that the network has: what it has not is not sent at all when it is taken back. */
  async function changed() {
    const mine = (await newest()).findLast(({ fromMe, status }) => fromMe && !['queued', 'failed'].includes(status))
    const said = talk.replied.find(({ text, deleted }) => text === mine?.body && !deleted)
    return mine && said && !isCorrected(said) ? { id: mine.id, said } : undefined
  }
  const verbs: Record<string, () => Promise<unknown>> = {
    say: reply,
    accept: () => change({ status: 'open', userId: program.user.id }),
    giveBack: () => change({ status: 'pending', userId: null }),
    transfer: () => change({ userId: userIds.find(id => id !== program.user.id), queueId: queues[n % queues.length]!.id }),
    toQueue: () => change({ queueId: queues[n % queues.length]!.id, userId: null, status: 'pending' }),
    snooze: () => program.put(`/tickets/${ticketId}/snooze`, { until: n % 2 ? null : new Date(Date.now() + 3 * 3600_000).toISOString() }),
    wake: () => ask('DELETE', `/tickets/${ticketId}/snooze`),
    note: () => program.post('/ticket-notes', { ticketId, note: `${talk.title} anotado ${n}` }),
    tag: () => program.post('/tags/sync', { ticketId, tags: n % 3 ? [tag] : [] }),
    resolve: () => change({ status: 'closed', justClose: true }),
    reopen: () => change({ status: 'open', userId: program.user.id }),
    read: () => program.post(`/tickets/${ticketId}/read`, {}),
    unread: () => program.post(`/tickets/${ticketId}/unread`, {}),
    pin: () => program.put(`/tickets/${ticketId}/pin`, {}),
    unpin: () => ask('DELETE', `/tickets/${ticketId}/pin`),
    async sayCorrected() {
      await reply()
      const found = await changed()
      if (!found) return
      const body = found.said.text + CORRECTED
      await program.post(`/messages/edit/${found.id}`, { body })
      found.said.text = body
    },
    async sayTakenBack() {
      await reply()
      const found = await changed()
      if (!found) return
      // An answer that was lost with the connection: the second time nothing is left to delete.
      await ask('DELETE', `/messages/${found.id}`).catch(error => {
        if (!String(error).includes('ERR_DELETE_WAPP_MSG')) throw error
      })
      found.said.deleted = true
    },
    async reactTo() {
      const theirs = (await newest()).findLast(({ fromMe }) => !fromMe)
      const said = talk.wrote.find(({ text, deleted }) => text === theirs?.body && !deleted)
      if (!theirs || !said || said.reaction) return
      await program.post(`/messages/${theirs.id}/reactions`, { type: '❤️' })
      said.reaction = '❤️'
    },
  }
  await verbs[verb]!().catch(error => {
    if (!(error instanceof Refused)) throw error
  })
}

/** Goes to a conversation as a link does, without a page that is loaded anew. */
export async function goToTalk({ page }: Person, { uuid, title }: Talk) {
  await page.evaluate(uuid => history.pushState(null, '', `/tickets/${uuid}`), uuid)
  await page.getByRole('region', { name: `Conversa com ${title}` }).waitFor()
}

/** A verb of an agent by hand, in a conversation that they have. */
export async function handDoes(person: Person, name: string, talk: Talk, { verb, ms }: HandStep) {
  const { page, context } = person
  if (verb === 'offline' || verb === 'online') return context.setOffline(verb === 'offline')
  if (verb === 'jump') return page.clock.setSystemTime(Date.now() + ms)
  await goToTalk(person, talk)
  const n = ++talk.count
  if (verb === 'say') {
    const text = `${talk.title} ouve ${n}`
    talk.replied.push({ text: `*${name}:*\n${text}` })
    await say(person, text)
    await thread(person).getByRole('article').filter({ hasText: text }).waitFor()
  } else if (verb === 'note') {
    const field = page.getByRole('textbox', { name: 'Observação', exact: true })
    await composer(person).press('Tab')
    await field.fill(`${talk.title} anotado ${n}`)
    await pressButton(person, /^Salvar/, conversation(person))
    await thread(person).getByText(`${talk.title} anotado ${n}`).waitFor()
    await composer(person).waitFor()
  } else if (verb === 'tag') {
    await inHead(person, 'Dados do contato')
    const pane = page.getByRole('complementary', { name: 'Dados do contato' })
    await pressButton(person, 'Adicionar tag', pane)
    const field = page.getByLabel('Buscar ou criar tag')
    await field.fill(`Dia ${n % 3}`)
    const option = page.getByRole('option', { name: `Dia ${n % 3}` }).or(page.getByText(`Criar tag “Dia ${n % 3}”`))
    await option.first().waitFor()
    await field.press('Enter')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await pressButton(person, 'Fechar', pane)
    await pane.waitFor({ state: 'detached' })
  } else if (verb === 'snooze') {
    await composer(person).press('Alt+h')
    const dialog = page.getByRole('dialog', { name: `Adiar ${talk.title}` })
    await press(person, dialog.getByRole('radio', { name: /Amanhã de manhã/ }))
    await pressButton(person, /^Adiar/, dialog)
    await dialog.waitFor({ state: 'detached' })
  } else if (verb === 'resolve') {
    // A customer who writes in this moment is read first, and what the line did not take is asked for again: until the next one is there.
    const here = page.getByRole('region', { name: `Conversa com ${talk.title}` })
    while (await here.count()) {
      await composer(person).press('Alt+e')
      await here.waitFor({ state: 'detached', timeout: 8_000 }).catch(() => {})
    }
    await goToTalk(person, talk)
    // A customer who writes meanwhile opens it, and nobody has it.
    await takeIt(person, /^(Reabrir|Aceitar)/)
  } else {
    await inHead(person, person.size === 'wide' ? 'Transferir' : 'Transferir…')
    const dialog = page.getByRole('dialog', { name: `Transferir ${talk.title}` })
    const other = name.startsWith('Ana') ? 'Rui Alves' : 'Ana Lima'
    await dialog.getByLabel('Pessoa').first().fill(other)
    await press(person, dialog.getByRole('radio', { name: other }))
    await pressButton(person, /^Transferir para/, dialog)
    await dialog.waitFor({ state: 'detached' })
  }
}
