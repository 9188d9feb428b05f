import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMessageIDV2 } from '@whiskeysockets/baileys'
import { sql } from 'drizzle-orm'
import type { Media, Person } from '#modules/connections'
import type { Content as Written } from '../sandbox/network'
import { ACCOUNT, bytesOf, CONTACT, openPaired } from './channel.fixture'
import { reviveMessage } from './socket'

let world: Awaited<ReturnType<typeof openPaired>>
let maria: Person
beforeAll(async () => {
  world = await openPaired()
  maria = { pn: CONTACT, lid: world.sandbox.control.state().phones.find(phone => phone.number === CONTACT)!.lid }
})
afterAll(() => world.end())

async function receive(content: Written, from = CONTACT, to = ACCOUNT) {
  const { id } = await world.sandbox.control.send({ ...content, from, to })
  return world.opened.message(id)
}

test('pairing goes through every state', () => {
  const { told } = world.opened
  expect(told.states.map(state => state.status)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'PAIRING', 'CONNECTED'])
  expect(told.states.at(-1)).toMatchObject({ number: ACCOUNT, qrcode: '' })
  expect(told.ready).toBe(1)
})

describe('what comes in', () => {
  test('a text, with both forms of its sender', async () => {
    const message = await receive({ type: 'text', text: 'olá' })
    expect(message).toMatchObject({
      companyId: 1,
      connectionId: 7,
      content: { type: 'text', body: 'olá' },
      chat: { kind: 'person', ...maria },
      sender: { ...maria, name: 'Maria' },
      recovered: false,
      forwarded: false,
      quoted: null,
    })
    expect(await world.store.db.all(sql`select id from wa_journal`)).toEqual([])
  })

  test('a quote', async () => {
    const first = await receive({ type: 'text', text: 'pergunta' })
    const second = await receive({ type: 'text', text: 'resposta', quote: first.key.id })
    expect(second.quoted).toEqual({ id: first.key.id, body: 'pergunta' })
  })

  test.each(['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const)('%s with its bytes', async type => {
    const file = crypto.getRandomValues(new Uint8Array(5000))
    const { content } = await receive({ type, file, ...(type === 'image' && { caption: 'legenda' }) })
    if (content.type !== 'media') throw new Error(content.type)
    expect<string>(content.mediaType).toBe(type === 'voice' ? 'audio' : type === 'document' ? 'application' : type)
    expect(content.voice).toBe(type === 'voice')
    expect(content.caption).toBe(type === 'image' ? 'legenda' : '')
    expect(content.size).toBe(5000)
    expect((await bytesOf(content.download())).equals(file)).toBe(true)
  })

  test('a document with a caption', async () => {
    const { content } = await receive({ type: 'document', fileName: 'conta.pdf', caption: 'a conta' })
    expect(content).toMatchObject({ mediaType: 'application', fileName: 'conta.pdf', caption: 'a conta' })
  })

  test('an expired file is asked of the phone', async () => {
    const { content } = await receive({ type: 'image', gone: true })
    if (content.type !== 'media') throw new Error(content.type)
    expect((await bytesOf(content.download())).length).toBe(content.size!)
  })

  test('location, contacts, poll', async () => {
    expect((await receive({ type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' })).content).toMatchObject({
      type: 'location',
      latitude: -23.5,
      name: 'Praça',
    })
    const two = [
      { name: 'Ana', phone: '5511900000001' },
      { name: 'Bia', phone: '5511900000002' },
    ]
    expect((await receive({ type: 'contact', contacts: two })).content).toMatchObject({ cards: [{ name: 'Ana' }, { name: 'Bia' }] })
    expect((await receive({ type: 'poll', name: 'Quando?', options: ['hoje', 'amanhã'] })).content).toEqual({
      type: 'text',
      body: 'Quando?\n• hoje\n• amanhã',
    })
  })

  test('reaction, edit and delete name their message', async () => {
    const message = await receive({ type: 'text', text: 'erro' })
    const target = message.key
    expect((await receive({ type: 'reaction', message: target.id, emoji: '👍' })).content).toEqual({
      type: 'reaction',
      target,
      emoji: '👍',
    })
    expect((await receive({ type: 'edit', message: target.id, text: 'certo' })).content).toEqual({ type: 'edit', target, body: 'certo' })
    expect((await receive({ type: 'delete', message: target.id })).content).toEqual({ type: 'delete', target })
  })

  test('forged protocol messages create nothing', async () => {
    const before = world.opened.told.messages.length
    for (const type of ['HISTORY_SYNC_NOTIFICATION', 'APP_STATE_SYNC_KEY_SHARE', 'PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE'])
      await world.sandbox.control.send({ from: CONTACT, to: ACCOUNT, type: 'raw', message: { protocolMessage: { type } } })
    await receive({ type: 'text', text: 'depois' })
    expect(world.opened.told.messages.length).toBe(before + 1)
    expect(await world.store.db.all(sql`select id from wa_journal`)).toEqual([])
  })

  test('wrapped and unreadable kinds', async () => {
    const viewOnce = { viewOnceMessageV2: { message: { conversation: 'uma vez' } } }
    expect((await receive({ type: 'raw', message: viewOnce })).content).toEqual({ type: 'text', body: 'uma vez' })
    expect((await receive({ type: 'raw', message: { requestPhoneNumberMessage: {} } })).content).toEqual({
      type: 'unknown',
      kind: 'requestPhoneNumberMessage',
    })
  })

  test('what the own phone sends', async () => {
    const message = await receive({ type: 'text', text: 'do celular' }, ACCOUNT, CONTACT)
    expect(message).toMatchObject({ key: { fromMe: true }, chat: { kind: 'person', ...maria }, sender: { pn: ACCOUNT, name: null } })
  })

  test('groups name their subject and their senders; a quoted member stays', async () => {
    const { control } = world.sandbox
    control.addPhone({ phone: '5511977776666', name: 'João' })
    const { id: group } = control.createGroup({ subject: 'Família', creator: CONTACT, participants: ['5511977776666', ACCOUNT] })
    const message = await receive({ type: 'text', text: 'oi a todos' }, '5511977776666', group)
    expect(message).toMatchObject({
      chat: { kind: 'group', id: group.replace('@g.us', ''), subject: 'Família' },
      sender: { pn: '5511977776666', name: 'João' },
    })
    const byMember = await receive({ type: 'reaction', message: message.key.id, emoji: '😀' }, CONTACT, group)
    expect(byMember.content).toMatchObject({ target: { id: message.key.id, fromMe: false, participant: message.key.participant } })
  })

  test('whom the phone has in its address book, under the name that stands there', async () => {
    const { sandbox, opened } = world
    sandbox.control.addPhone({ phone: '5511977770001', name: 'dudinha' })
    await sandbox.control.saveContact({ phone: ACCOUNT, contact: '5511977770001', name: 'Eduarda Reis' })
    await opened.until(() => opened.told.phoneBook.length > 0)
    expect(opened.told.phoneBook).toMatchObject([{ pn: '5511977770001', name: 'Eduarda Reis' }])
  })

  test('a missed call', async () => {
    const { id } = world.sandbox.control.call({ from: CONTACT, to: ACCOUNT, video: true, seconds: 0.1 })
    expect((await world.opened.message(id)).content).toEqual({ type: 'call', video: true })
  })

  test('duplicates, out of order and undecryptable copies tell each message', async () => {
    const { control } = world.sandbox
    control.fault({ account: ACCOUNT, duplicate: 1 })
    const twice = await receive({ type: 'text', text: 'duas vezes' })
    expect(twice.content).toMatchObject({ body: 'duas vezes' })
    control.fault({ account: ACCOUNT, reverse: 3 })
    const ids = await Promise.all(['a', 'b', 'c'].map(text => control.send({ from: CONTACT, to: ACCOUNT, type: 'text', text })))
    for (const { id } of ids) await world.opened.message(id)
    control.fault({ account: ACCOUNT, corrupt: 1 })
    expect((await receive({ type: 'text', text: 'de novo' })).content).toMatchObject({ body: 'de novo' })
  })

  test('a delete that overtakes its message waits for it', async () => {
    const { control } = world.sandbox
    control.fault({ account: ACCOUNT, reverse: 2 })
    const { id } = await control.send({ from: CONTACT, to: ACCOUNT, type: 'text', text: 'engano' })
    const { id: taken } = await control.send({ from: CONTACT, to: ACCOUNT, type: 'delete', message: id })
    await world.opened.until(() => world.opened.told.messages.filter(({ key }) => key.id === taken).length === 1)
    expect(world.opened.told.messages.slice(-2).map(({ key }) => key.id)).toEqual([id, taken])
  })

  test('typing, once the chat is followed', async () => {
    await world.opened.channel.subscribe(7, maria)
    world.sandbox.control.typing({ from: CONTACT, to: ACCOUNT, state: 'recording' })
    const presence = await world.opened.until(() => world.opened.told.presences.find(({ state }) => state === 'recording'))
    expect(presence.chat).toEqual(maria)
  })
})

describe('what goes out', () => {
  const text = { do: 'text' as const, connectionId: 7, quoted: null, forwarded: false }
  const shown = (id: string) =>
    world.opened.until(() => world.sandbox.control.transcript({ phone: CONTACT }).find(entry => entry.id === id))

  test('a text is sent, delivered and read', async () => {
    const id = generateMessageIDV2()
    const result = await world.opened.channel.send({ ...text, chat: maria, id, body: 'bom dia' })
    expect(result?.key).toEqual({ id, remoteJid: `${maria.lid}@lid`, fromMe: true })
    await world.opened.receipt(id, 'sent')
    await world.opened.receipt(id, 'delivered')
    world.sandbox.control.read({ phone: CONTACT, chat: ACCOUNT })
    await world.opened.receipt(id, 'read')
    expect(await shown(id)).toMatchObject({ text: 'bom dia', copies: 1 })
  })

  test('a quote of what came in, forwarded', async () => {
    const question = await receive({ type: 'text', text: 'quanto custa?' })
    const id = generateMessageIDV2()
    await world.opened.channel.send({ ...text, chat: maria, id, body: 'dez', quoted: question.raw, forwarded: true })
    expect((await shown(id)).quoted).toEqual({ id: question.key.id, text: 'quanto custa?' })
    const own = generateMessageIDV2()
    const first = await world.opened.channel.send({ ...text, chat: maria, id: generateMessageIDV2(), body: 'o preço' })
    await world.opened.channel.send({ ...text, chat: maria, id: own, body: 'é este', quoted: first!.raw })
    expect((await shown(own)).quoted).toEqual({ id: first!.key.id, text: 'o preço' })
  })

  test.each(['image', 'video', 'audio', 'application', 'sticker'] as const)('%s arrives whole', async mediaType => {
    const folder = await mkdtemp(join(tmpdir(), 'whatsapp-test-'))
    const bytes = crypto.getRandomValues(new Uint8Array(70_000))
    const path = join(folder, 'file')
    await Bun.write(path, bytes)
    const mimetype = {
      image: 'image/png',
      video: 'video/mp4',
      audio: 'audio/ogg; codecs=opus',
      application: 'application/pdf',
      sticker: 'image/webp',
    }[mediaType]
    const media: Media = {
      mediaType,
      mimetype,
      path,
      fileName: 'a.pdf',
      caption: mediaType === 'image' ? 'veja' : '',
      voice: mediaType === 'audio',
      seconds: mediaType === 'audio' ? 3 : null,
      waveform: mediaType === 'audio' ? new Uint8Array(64).fill(50) : null,
      width: null,
      height: null,
      thumbnail: null,
    }
    const id = generateMessageIDV2()
    await world.opened.channel.send({ do: 'media', connectionId: 7, chat: maria, id, media, quoted: null, forwarded: false })
    await world.opened.receipt(id, 'delivered')
    const { file, ...info } = world.sandbox.control.media({ phone: CONTACT, id })
    expect(Buffer.from(file).equals(bytes)).toBe(true)
    expect(info).toMatchObject({ mimetype, ...(mediaType === 'audio' && { voice: true, seconds: 3 }) })
    await rm(folder, { recursive: true })
  })

  test('however long a conversation, its session stays as small', async () => {
    const chains = async () => {
      const rows = await world.store.db.all<{ value: string }>(
        sql`select value from wa_keys where type = 'session' and id like ${`${maria.lid}%`}`,
      )
      return rows.flatMap(({ value }) => value.match(/"chainType":2/g) ?? []).length
    }
    for (let turn = 1; turn <= 8; turn++) {
      const id = generateMessageIDV2()
      await world.opened.channel.send({ ...text, chat: maria, id, body: `resposta ${turn}` })
      await world.opened.receipt(id, 'delivered')
      expect((await receive({ type: 'text', text: `pergunta ${turn}` })).content).toEqual({ type: 'text', body: `pergunta ${turn}` })
    }
    expect(await chains()).toBe(5)
  })

  test('edit, reaction, delete and read', async () => {
    const { channel } = world.opened
    const id = generateMessageIDV2()
    const { key } = (await channel.send({ ...text, chat: maria, id, body: 'eror' }))!
    await channel.send({ do: 'edit', connectionId: 7, chat: maria, id: generateMessageIDV2(), target: key, body: 'erro' })
    await world.opened.until(() => shownNow(id)?.text === 'erro')
    const question = await receive({ type: 'text', text: 'e então?' })
    await channel.send({ do: 'react', connectionId: 7, chat: maria, id: generateMessageIDV2(), target: question.key, emoji: '❤️' })
    await world.opened.until(() => Object.values(shownNow(question.key.id)?.reactions ?? {}).includes('❤️'))
    await channel.send({ do: 'delete', connectionId: 7, chat: maria, id: generateMessageIDV2(), target: key })
    await world.opened.until(() => shownNow(id)?.deleted)
    await channel.send({ do: 'read', connectionId: 7, chat: maria, keys: [question.key] })
    await world.opened.until(() => shownNow(question.key.id)?.status === 'read')
  })
  const shownNow = (id: string) => world.sandbox.control.transcript({ phone: CONTACT }).find(entry => entry.id === id)

  test('a refusal says its code', async () => {
    world.sandbox.control.fault({ account: ACCOUNT, refuse: { code: 463, times: 1 } })
    const id = generateMessageIDV2()
    await world.opened.channel.send({ ...text, chat: maria, id, body: 'não vai' })
    expect((await world.opened.receipt(id, 'failed')).reason).toBe('463')
  })

  test('a number without an account is refused, one with it is found', async () => {
    const { channel } = world.opened
    const nobody = { ...text, chat: { pn: '5511900009999', lid: null }, id: generateMessageIDV2(), body: 'alguém?' }
    await expect(channel.send(nobody)).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' })
    world.sandbox.control.addPhone({ phone: '5511966665555', name: 'Nova' })
    const id = generateMessageIDV2()
    await channel.send({ ...text, chat: { pn: '5511966665555', lid: null }, id, body: 'bem-vinda' })
    await world.opened.receipt(id, 'delivered')
    const found = await channel.lookup(7, ['5511966665555', '5511900009999'])
    expect(found).toEqual([{ asked: '5511966665555', pn: '5511966665555', lid: expect.any(String) }])
  })

  test('a group', async () => {
    const { id: group } = world.sandbox.control.createGroup({ subject: 'Equipe', creator: ACCOUNT, participants: [CONTACT] })
    const id = generateMessageIDV2()
    await world.opened.channel.send({ ...text, chat: { group: group.replace('@g.us', '') }, id, body: 'reunião' })
    await world.opened.receipt(id, 'delivered')
    expect(await shown(id)).toMatchObject({ text: 'reunião', chat: group })
  })

  test('what was sent can be told again from its JSON', async () => {
    const id = generateMessageIDV2()
    const result = await world.opened.channel.send({ ...text, chat: maria, id, body: 'outra vez' })
    expect(reviveMessage(result!.raw)?.message?.extendedTextMessage?.text).toBe('outra vez')
  })

  test('the profile picture', async () => {
    world.sandbox.control.changePhone({ phone: CONTACT, picture: 'sample' })
    expect((await world.opened.channel.picture(7, maria))?.length).toBeGreaterThan(100)
  })
})
