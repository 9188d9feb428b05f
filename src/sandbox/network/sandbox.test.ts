import { afterAll, beforeAll, expect, test } from 'bun:test'
import { downloadMediaMessage, type MiscMessageGenerationOptions, type WAMessage } from '@whiskeysockets/baileys'
import { type Client, startClient } from './client.fixture'
import { type Content, type Sandbox, startSandbox } from './index'
import { sample } from './samples'

const SHOP = '5592991110000'
const ANA = '5592991204471'
const BIA = '5592981230456'

let sandbox: Sandbox
let shop: Client

beforeAll(async () => {
  for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}
  sandbox = await startSandbox({ seed: 7 })
  sandbox.control.addPhone({ phone: SHOP, name: 'Norte Fibra' })
  sandbox.control.addPhone({ phone: ANA, name: 'Ana', about: 'Oi!', picture: 'sample' })
  sandbox.control.addPhone({ phone: BIA, name: 'Bia' })
  shop = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  await sandbox.control.scan({ qr: await shop.qr(), phone: SHOP })
  await shop.open()
})

afterAll(async () => {
  await shop.stop()
  await sandbox.stop()
})

const shown = (phone: string, id: string) => sandbox.control.transcript({ phone }).find(entry => entry.id === id)
const lidOf = (phone: string) => `${sandbox.control.state().phones.find(each => each.number === phone)!.lid}@lid`

test('a scanned QR code links the client, which restarts once and is told its name', async () => {
  expect(shop.closed).toEqual([515])
  expect(shop.creds.me?.id).toMatch(/^5592991110000:\d+@s\.whatsapp\.net$/)
  expect(shop.creds.me?.lid).toMatch(/:\d+@lid$/)
  await shop.until(() => shop.creds.me?.name === 'Norte Fibra')
  await shop.until(() => shop.creds.accountSyncCounter === 1)
  const account = sandbox.control.state().phones.find(phone => phone.number === SHOP)!
  await shop.until(() => sandbox.control.state().phones.find(phone => phone.number === SHOP)!.devices[0]!.queued === 0)
  expect(account.devices).toMatchObject([{ connected: true, active: true, preKeys: 811 }])
})

test('text goes both ways, with receipts', async () => {
  const { id } = await sandbox.control.send({ from: ANA, to: SHOP, type: 'text', text: 'Oi, bom dia!' })
  const message = await shop.message(each => each.key.id === id)
  expect(message).toMatchObject({
    key: { remoteJid: lidOf(ANA), remoteJidAlt: `${ANA}@s.whatsapp.net`, fromMe: false },
    pushName: 'Ana',
    message: { conversation: 'Oi, bom dia!' },
  })
  await shop.until(() => shown(ANA, id)?.status === 'delivered')
  await shop.sock.readMessages([message.key])
  await shop.until(() => shown(ANA, id)?.status === 'read')

  const sent = await shop.sock.sendMessage(message.key.remoteJid!, { text: 'Olá, Ana!' }, { quoted: message })
  await shop.status(sent!.key.id!, 3)
  expect(shown(ANA, sent!.key.id!)).toMatchObject({
    text: 'Olá, Ana!',
    fromMe: false,
    chat: SHOP,
    copies: 1,
    quoted: { id, text: 'Oi, bom dia!' },
  })
  expect(shown(SHOP, sent!.key.id!)).toMatchObject({ text: 'Olá, Ana!', fromMe: true, chat: ANA })
  sandbox.control.read({ phone: ANA, chat: SHOP })
  await shop.status(sent!.key.id!, 4)
})

async function arrives(content: Content, from = ANA, to = SHOP) {
  const { id } = await sandbox.control.send({ from, to, ...content })
  return shop.message(message => message.key.id === id)
}

/** The way that does not need a trusted authority in the process: an upload of our own, with the authority given to its fetch. */
async function upload(filePath: string, { fileEncSha256B64, mediaType }: { fileEncSha256B64: string; mediaType: string }) {
  const { hosts, auth } = await shop.sock.refreshMediaConn()
  const url = `https://${hosts[0]!.hostname}/mms/${mediaType}/${encodeURIComponent(fileEncSha256B64)}?auth=${auth}`
  const answer = await fetch(url, { method: 'POST', body: Bun.file(filePath), tls: { ca: sandbox.mediaCa } })
  const stored = (await answer.json()) as { url: string; direct_path?: string }
  return { mediaUrl: stored.url, directPath: stored.direct_path! }
}

const options: MiscMessageGenerationOptions & { upload: typeof upload } = { upload }

test.each(['image', 'video', 'voice', 'audio', 'document', 'sticker'] as const)('%s of a phone is downloaded by the client', async type => {
  const message = await arrives({ type, caption: type === 'image' ? 'Veja' : undefined })
  expect(Buffer.from(await downloadMediaMessage(message, 'buffer', {}))).toEqual(sample(type).bytes)
})

test('files that the client sends arrive unchanged', async () => {
  const chat = lidOf(ANA)
  const { bytes } = sample('image')
  const image = await shop.sock.sendMessage(chat, { image: bytes, caption: 'Promoção', jpegThumbnail: '' }, options)
  const voice = await shop.sock.sendMessage(
    chat,
    { audio: sample('voice').bytes, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 3 },
    options,
  )
  const document = await shop.sock.sendMessage(
    chat,
    { document: sample('document').bytes, mimetype: 'application/pdf', fileName: 'boleto.pdf' },
    options,
  )
  for (const sent of [image, voice, document]) await shop.status(sent!.key.id!, 3)
  expect(shown(ANA, image!.key.id!)).toMatchObject({ type: 'image', text: 'Promoção', media: { mimetype: 'image/jpeg' } })
  expect(shown(ANA, voice!.key.id!)).toMatchObject({ type: 'audio', media: { voice: true, seconds: 3 } })
  expect(shown(ANA, document!.key.id!)).toMatchObject({ type: 'document', media: { fileName: 'boleto.pdf' } })
  expect(Buffer.from(sandbox.control.media({ phone: ANA, id: image!.key.id! }).file)).toEqual(bytes)
  expect(Buffer.from(sandbox.control.media({ phone: ANA, id: document!.key.id! }).file)).toEqual(sample('document').bytes)
})

test('a file that is gone from the media host is uploaded again by the phone', async () => {
  const message = await arrives({ type: 'document', gone: true })
  await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toThrow()
  await shop.sock.refreshMediaConn()
  const updated = await shop.sock.updateMediaMessage(message)
  const { url, mediaKey } = updated.message!.documentMessage!
  const [, path] = /^https:\/\/[^/]+(\/.*)$/.exec(url!)!
  const plain = await downloadMediaMessage(
    {
      ...updated,
      message: { documentMessage: { mediaKey, url: `${sandbox.controlUrl}${path}` } },
    },
    'buffer',
    {},
  )
  expect(Buffer.from(plain)).toEqual(sample('document').bytes)
})

const content = (message: WAMessage) => message.message!

test('every kind of message of a phone arrives', async () => {
  const first = await arrives({ type: 'text', text: 'Qual o preço?' })
  const quoting = await arrives({ type: 'text', text: 'E o prazo?', quote: first.key.id! })
  expect(content(quoting).extendedTextMessage).toMatchObject({ text: 'E o prazo?', contextInfo: { stanzaId: first.key.id! } })
  const link = await arrives({ type: 'text', text: 'Olha https://example.com', link: { url: 'https://example.com', title: 'Exemplo' } })
  expect(content(link).extendedTextMessage).toMatchObject({ matchedText: 'https://example.com', title: 'Exemplo' })
  expect(content(await arrives({ type: 'location', latitude: -3.1, longitude: -60.02, name: 'Manaus' })).locationMessage).toMatchObject({
    name: 'Manaus',
  })
  expect(content(await arrives({ type: 'contact', contacts: [{ name: 'Caio', phone: '5592988887777' }] })).contactMessage?.vcard).toContain(
    'waid=5592988887777',
  )
  const several = await arrives({
    type: 'contact',
    contacts: [
      { name: 'Caio', phone: '5592988887777' },
      { name: 'Duda', phone: '5592988886666' },
    ],
  })
  expect(content(several).contactsArrayMessage?.contacts).toHaveLength(2)
  expect(content(await arrives({ type: 'reaction', message: first.key.id!, emoji: '👍' })).reactionMessage).toMatchObject({
    text: '👍',
    key: { id: first.key.id! },
  })
  const edit = await arrives({ type: 'edit', message: first.key.id!, text: 'Qual o valor?' })
  expect(content(edit).editedMessage?.message?.protocolMessage).toMatchObject({
    key: { id: first.key.id! },
    editedMessage: { conversation: 'Qual o valor?' },
  })
  expect(shown(ANA, first.key.id!)).toMatchObject({ text: 'Qual o valor?', reactions: { [ANA]: '👍' } })
  expect(content(await arrives({ type: 'delete', message: quoting.key.id! })).protocolMessage?.key?.id).toBe(quoting.key.id!)
  expect(
    content(await arrives({ type: 'poll', name: 'Quando?', options: ['Hoje', 'Amanhã'] })).pollCreationMessageV3?.options,
  ).toHaveLength(2)
  expect(
    content(await arrives({ type: 'raw', message: { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } } }))
      .liveLocationMessage,
  ).toBeTruthy()
})

test('edits, deletes and reactions of the client reach the phone', async () => {
  const chat = lidOf(ANA)
  const sent = (await shop.sock.sendMessage(chat, { text: 'Custa 10' }))!
  await shop.sock.sendMessage(chat, { text: 'Custa 12', edit: sent.key })
  await shop.until(() => shown(ANA, sent.key.id!)?.edits.length === 1)
  expect(shown(ANA, sent.key.id!)).toMatchObject({ text: 'Custa 12', copies: 1 })
  const theirs = await arrives({ type: 'text', text: 'Obrigada' })
  await shop.sock.sendMessage(chat, { react: { text: '❤️', key: theirs.key } })
  await shop.until(() => shown(ANA, theirs.key.id!)?.reactions[SHOP] === '❤️')
  await shop.sock.sendMessage(chat, { delete: sent.key })
  await shop.until(() => shown(ANA, sent.key.id!)?.deleted)
})

test("the account's own phone writes too, and its clients see it as their own", async () => {
  const message = await arrives({ type: 'text', text: 'Do celular' }, SHOP, ANA)
  expect(message).toMatchObject({ key: { fromMe: true, remoteJid: lidOf(ANA) }, message: { conversation: 'Do celular' } })
  expect(shown(ANA, message.key.id!)).toMatchObject({ from: SHOP, copies: 1 })
})

test('a phone may be known by its LID, its number or both in turn', async () => {
  sandbox.control.changePhone({ phone: BIA, addressing: 'pn' })
  expect((await arrives({ type: 'text', text: '1' }, BIA)).key).toMatchObject({
    remoteJid: `${BIA}@s.whatsapp.net`,
    remoteJidAlt: lidOf(BIA),
  })
  sandbox.control.changePhone({ phone: BIA, addressing: 'alternate' })
  expect((await arrives({ type: 'text', text: '2' }, BIA)).key.remoteJid).toBe(lidOf(BIA))
  expect((await arrives({ type: 'text', text: '3' }, BIA)).key.remoteJid).toBe(`${BIA}@s.whatsapp.net`)
  sandbox.control.addPhone({ phone: '351912345678', hideAlt: true })
  const hidden = await arrives({ type: 'text', text: '4' }, '351912345678')
  expect(hidden.key).toMatchObject({ remoteJid: lidOf('351912345678') })
  expect(hidden.key.remoteJidAlt).toBeUndefined()
  const reply = await shop.sock.sendMessage(hidden.key.remoteJid!, { text: 'Olá' })
  await shop.status(reply!.key.id!, 3)
  const byNumber = await shop.sock.sendMessage(`${BIA}@s.whatsapp.net`, { text: 'Oi, Bia' })
  await shop.status(byNumber!.key.id!, 3)
})

test('numbers are looked up as dialled; unknown ones are left out', async () => {
  sandbox.control.addPhone({ phone: '559281110000', name: 'Sem nono' })
  const found = await shop.sock.onWhatsApp('5592981110000', '55929' + '1204471', '5511900000000')
  expect(found).toEqual([
    { jid: '559281110000@s.whatsapp.net', exists: true },
    { jid: `${ANA}@s.whatsapp.net`, exists: true },
  ])
})

test('profile, status, privacy, blocklist and presence are answered', async () => {
  const url = await shop.sock.profilePictureUrl(lidOf(ANA), 'image')
  expect((await fetch(url!)).headers.get('content-type')).toBe('image/jpeg')
  await expect(shop.sock.profilePictureUrl(lidOf(BIA))).rejects.toThrow('item-not-found')
  expect(await shop.sock.fetchStatus(`${ANA}@s.whatsapp.net`)).toMatchObject([{ status: { status: 'Oi!' } }])
  expect(await shop.sock.fetchPrivacySettings(true)).toMatchObject({ readreceipts: 'all' })
  await shop.sock.updateBlockStatus(`${BIA}@s.whatsapp.net`, 'block')
  expect(await shop.sock.fetchBlocklist()).toEqual([lidOf(BIA)])
  await shop.sock.updateBlockStatus(`${BIA}@s.whatsapp.net`, 'unblock')
  await shop.sock.updateProfileStatus('Aberto')
  expect(sandbox.control.state().phones.find(phone => phone.number === SHOP)?.about).toBe('Aberto')

  const presences: string[] = []
  shop.sock.ev.on('presence.update', ({ id, presences: all }) => {
    presences.push(`${id} ${Object.values(all)[0]?.lastKnownPresence}`)
  })
  await shop.sock.presenceSubscribe(lidOf(ANA))
  await shop.until(() => presences.includes(`${lidOf(ANA)} unavailable`))
  sandbox.control.available({ phone: ANA, available: true })
  sandbox.control.typing({ from: ANA, to: SHOP, state: 'composing' })
  sandbox.control.typing({ from: ANA, to: SHOP, state: 'recording' })
  await shop.until(() => presences.includes(`${lidOf(ANA)} recording`))
  expect(presences).toContain(`${lidOf(ANA)} composing`)
  expect(presences).toContain(`${lidOf(ANA)} available`)
  const seen: string[] = []
  const stop = sandbox.control.onChange(change => {
    if (change.kind === 'presence' && change.from === SHOP) seen.push(`${change.phone} ${change.state}`)
  })
  await shop.sock.sendPresenceUpdate('composing', lidOf(ANA))
  await shop.until(() => seen.includes(`${ANA} composing`))
  stop()
})

test('a call rings and is missed, or rejected', async () => {
  const calls: string[] = []
  shop.sock.ev.on('call', all => {
    calls.push(...all.map(call => `${call.id} ${call.status} ${call.callerPn}`))
  })
  const missed = sandbox.control.call({ from: ANA, to: SHOP, seconds: 0.1 })
  await shop.until(() => calls.includes(`${missed.id} timeout ${ANA}@s.whatsapp.net`))
  expect(shown(ANA, missed.id)).toMatchObject({ type: 'call' })
  const states: string[] = []
  const stop = sandbox.control.onChange(change => {
    if (change.kind === 'call') states.push(change.state)
  })
  const rejected = sandbox.control.call({ from: ANA, to: SHOP, seconds: 5 })
  await shop.until(() => calls.includes(`${rejected.id} offer ${ANA}@s.whatsapp.net`))
  await shop.sock.rejectCall(rejected.id, lidOf(ANA))
  expect(states).toEqual(['ringing', 'rejected'])
  stop()
})

test('groups: created, written to both ways, changed', async () => {
  const group = sandbox.control.createGroup({ subject: 'Condomínio', creator: ANA, participants: [SHOP, BIA] })
  await shop.message(message => message.messageStubParameters?.[0] === 'Condomínio')
  const meta = await shop.sock.groupMetadata(group.id)
  expect(meta).toMatchObject({ subject: 'Condomínio', owner: lidOf(ANA), ownerPn: `${ANA}@s.whatsapp.net`, size: 3 })
  expect(meta.participants).toContainEqual(expect.objectContaining({ id: lidOf(BIA), phoneNumber: `${BIA}@s.whatsapp.net` }))
  for (const text of ['Oi, grupo', 'De novo']) {
    const message = await arrives({ type: 'text', text }, ANA, group.id)
    expect(message).toMatchObject({
      key: { remoteJid: group.id, participant: lidOf(ANA), participantAlt: `${ANA}@s.whatsapp.net` },
      message: { conversation: text },
    })
    await shop.until(() => shown(ANA, message.key.id!)?.status === 'delivered')
  }
  const sent = await shop.sock.sendMessage(group.id, { text: 'Bem-vindos' })
  await shop.until(() => shown(ANA, sent!.key.id!) && shown(BIA, sent!.key.id!) && shown(SHOP, sent!.key.id!))
  expect(shown(BIA, sent!.key.id!)).toMatchObject({ text: 'Bem-vindos', chat: group.id, from: SHOP, copies: 1 })
  const again = await shop.sock.sendMessage(group.id, { text: 'Mais uma' })
  await shop.until(() => shown(BIA, again!.key.id!))
  sandbox.control.changeGroup({ group: group.id, by: ANA, subject: 'Condomínio Sol', remove: [BIA] })
  await shop.message(message => message.messageStubParameters?.[0] === 'Condomínio Sol')
  expect(Object.keys(await shop.sock.groupFetchAllParticipating())).toContain(group.id)
  const made = await shop.sock.groupCreate('Equipe', [lidOf(ANA)])
  expect(sandbox.control.state().groups.find(each => each.id === made.id)?.participants).toContainEqual({ number: ANA, role: 'member' })
})
