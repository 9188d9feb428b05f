import { randomBytes } from 'node:crypto'
import { compose } from './content'
import { membersOf } from './groups'
import { ensurePhone } from './linking'
import { node, seconds } from './node'
import { presenceOf } from './presence'
import { push } from './queue'
import { readEntry } from './receive'
import { chooseAddressing, sendMessage } from './send'
import { add } from './transcript'
import type { Control } from './verbs'
import { type Group, jid, needPhone, type Phone, type World } from './world'

const INDICATORS = { composing: node('composing'), recording: node('composing', { media: 'audio' }), paused: node('paused') }

export const findChat = (world: World, chat: string): Phone | Group => world.groups.get(chat) ?? needPhone(world, chat)

export const talking = (world: World): Pick<Control, 'send' | 'burst' | 'typing' | 'available' | 'call' | 'read'> => ({
  async send({ from, to, id, ...content }) {
    const phone = ensurePhone(world, from)
    const target = findChat(world, to)
    const addressing = chooseAddressing(phone)
    return { id: await sendMessage(world, phone, target, compose({ world, phone, to: target, addressing }, content), { id, addressing }) }
  },

  burst: load => burst(world, load),

  typing({ from, to, state }) {
    const phone = needPhone(world, from)
    const chat = findChat(world, to)
    const group = 'members' in chat ? chat : undefined
    const stanza = group
      ? node('chatstate', { from: group.id, participant: jid(phone, 'lid') }, [INDICATORS[state]])
      : node('chatstate', { from: jid(phone, phone.addressing === 'pn' ? 'pn' : 'lid') }, [INDICATORS[state]])
    for (const member of group ? membersOf(world, group) : [chat as Phone]) {
      if (member === phone) continue
      for (const device of member.devices.values()) if (device.active) device.connection?.send(stanza)
    }
    world.changed({
      at: Date.now(),
      kind: 'presence',
      phone: group?.id ?? (chat as Phone).number,
      chat: group?.id ?? phone.number,
      from: phone.number,
      state,
    })
  },

  available({ phone: number, available }) {
    const phone = needPhone(world, number)
    phone.available = available
    for (const account of world.phones.values()) {
      for (const device of account.devices.values()) {
        if (device.active && device.subscriptions.has(phone.number)) device.connection?.send(presenceOf(phone))
      }
    }
    world.changed({
      at: Date.now(),
      kind: 'presence',
      phone: phone.number,
      chat: phone.number,
      from: phone.number,
      state: available ? 'available' : 'unavailable',
    })
  },

  call: call => ring(world, call),

  read({ phone: number, chat, ids, played }) {
    const phone = needPhone(world, number)
    const target = findChat(world, chat)
    const group = 'members' in target ? target : undefined
    const name = group?.id ?? (target as Phone).number
    let read = 0
    for (const entry of phone.entries.values()) {
      if (entry.fromMe || entry.chat !== name || (ids && !ids.includes(entry.id)) || entry.status === 'played') continue
      if (entry.status === 'read' && !played) continue
      const addressing = phone.heardAs.get(entry.chat) ?? 'lid'
      readEntry(world, phone, needPhone(world, entry.from), { id: entry.id, addressing, group }, played ? 'played' : 'read')
      read++
    }
    return { read }
  },
})

function ring(world: World, { from, to, video, seconds: patience = 1 }: Parameters<Control['call']>[0]) {
  const caller = ensurePhone(world, from)
  const account = needPhone(world, to)
  const id = randomBytes(16).toString('hex').toUpperCase()
  const creator = jid(caller, 'lid')
  const tell = (...content: ReturnType<typeof node>[]) => {
    for (const device of account.devices.values()) {
      push(device, node('call', { from: creator, id: randomBytes(8).toString('hex'), t: seconds(), notify: caller.name }, content))
    }
  }
  const news = (state: 'ringing' | 'missed' | 'rejected') =>
    world.changed({ at: Date.now(), kind: 'call', phone: account.number, from: caller.number, id, state })
  tell(
    node('offer', { 'call-id': id, 'call-creator': creator, caller_pn: caller.hideAlt ? undefined : jid(caller, 'pn') }, [
      node('audio', { enc: 'opus', rate: '16000' }),
      ...(video ? [node('video', { enc: 'vp8' })] : []),
    ]),
  )
  news('ringing')
  const timer = setTimeout(() => world.calls.get(id)?.('missed'), patience * 1000)
  world.calls.set(id, state => {
    clearTimeout(timer)
    world.calls.delete(id)
    if (state === 'missed') tell(node('terminate', { 'call-id': id, 'call-creator': creator, reason: 'timeout' }))
    for (const [phone, chat, fromMe] of [
      [caller, account, true],
      [account, caller, false],
    ] as const) {
      add(world, phone, {
        id,
        chat: chat.number,
        from: caller.number,
        fromMe,
        at: Date.now(),
        type: 'call',
        text: video ? 'video' : 'voice',
        edits: [],
        deleted: false,
        reactions: {},
        copies: 1,
        status: state === 'missed' ? 'delivered' : 'read',
      })
    }
    news(state)
  })
  return { id }
}

async function burst(world: World, { to, phones, count, perSecond, text = 'Mensagem' }: Parameters<Control['burst']>[0]) {
  const accounts = [to].flat().map(number => needPhone(world, number))
  const senders =
    typeof phones === 'number'
      ? Array.from({ length: phones }, (_, at) => ensurePhone(world, `55009${String(10_000_000 + at)}`, { name: `Contato ${at + 1}` }))
      : phones.map(number => ensurePhone(world, number))
  const started = performance.now()
  const sending: Promise<string>[] = []
  for (let at = 0; at < count; at++) {
    const late = perSecond ? started + (at * 1000) / perSecond - performance.now() : at % 200 ? 0 : 1
    if (late > 0) await Bun.sleep(late)
    sending.push(sendMessage(world, senders[at % senders.length]!, accounts[at % accounts.length]!, { conversation: `${text} ${at + 1}` }))
  }
  const ids = await Promise.all(sending)
  return { sent: ids.length, milliseconds: Math.round(performance.now() - started), ids }
}
