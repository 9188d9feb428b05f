import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfSignedCertificate } from '../../src/sandbox/network/tls'

// A submission server, as strict as RFC 5321 and 4954: what comes out of order, in the clear or malformed, it refuses.

export type Mail = {
  from: string
  to: string[]
  raw: string
  headers: Record<string, string>
  text: string
  html: string
  /** Who signed in, and whether the line was encrypted by then. */
  user: string | undefined
  isEncrypted: boolean
}
type Options = {
  /** Who may send; without it everyone may. */
  account?: { user: string; password: string }
  /** Offers STARTTLS, and takes no password without it. */
  startTls?: boolean
  /** Encrypted from the first byte. */
  tls?: boolean
}
/** What may go wrong: each gives the reply in place of the usual one. A promise that never resolves is a server that hangs. */
type Reply = string | Promise<string>

const address = /^<([^<>\s@]+@[^<>\s@]+)>/

export async function startSmtp({ account, startTls, tls }: Options = {}) {
  const initial = {
    greet: (): Reply => '220 smtp.test ESMTP',
    recipient: (_: string): Reply => '250 2.1.5 Ok',
    accept: (_: Mail): Reply => '250 2.0.0 Ok: queued as ABC123',
  }
  const certificate = startTls || tls ? selfSignedCertificate('127.0.0.1') : undefined
  const secureContext = certificate && createSecureContext(certificate)
  const sockets = new Set<Socket>()
  const peer = {
    ...initial,
    mails: [] as Mail[],
    /** Every line that clients said, passwords included. */
    heard: [] as string[],
    certificate: certificate?.cert,
    port: 0,
    reset() {
      Object.assign(peer, initial)
      peer.mails.length = peer.heard.length = 0
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(done => server.close(() => done()))
    },
  }

  function talk(plain: Socket) {
    sockets.add(plain)
    plain.on('close', () => sockets.delete(plain))
    plain.on('error', () => {})
    let socket: Socket = plain
    let isEncrypted = false
    let state = { greeted: false, user: undefined as string | undefined, from: '', to: [] as string[] }
    let login: 'user' | 'password' | undefined
    let name = ''
    let body: string[] | undefined
    let rest = ''

    const say = (line: string) => void socket.write(`${line}\r\n`)
    function encrypt() {
      const secured = new TLSSocket(plain, { isServer: true, secureContext })
      secured.on('error', () => {})
      plain.removeAllListeners('data')
      socket = secured
      isEncrypted = true
      state = { greeted: false, user: undefined, from: '', to: [] }
      listen()
    }
    function check(user: string, password: string) {
      login = undefined
      if (user !== account?.user || password !== account.password) return '535 5.7.8 Authentication credentials invalid'
      state.user = user
      return '235 2.7.0 Authentication successful'
    }
    function extensions() {
      const offered = ['smtp.test', '8BITMIME', ...(startTls && !isEncrypted ? ['STARTTLS'] : [])]
      if (account && (isEncrypted || !startTls)) offered.push('AUTH PLAIN LOGIN')
      return offered.map((one, at) => `250${at === offered.length - 1 ? ' ' : '-'}${one}`).join('\r\n')
    }
    const decoded = (text: string) => Buffer.from(text, 'base64').toString()

    async function answer(line: string): Promise<string | undefined> {
      if (login === 'user') return ((name = decoded(line)), (login = 'password'), '334 UGFzc3dvcmQ6')
      if (login === 'password') return check(name, decoded(line))
      const [, verb = '', argument = ''] = /^(\w+)(?: (.*))?$/.exec(line) ?? []
      switch (verb.toUpperCase()) {
        case 'EHLO':
          state.greeted = true
          return /^\S+$/.test(argument) ? extensions() : '501 5.5.4 EHLO needs a name'
        case 'STARTTLS':
          if (!startTls || isEncrypted) return '503 5.5.1 not now'
          say('220 2.0.0 Ready to start TLS')
          return void encrypt()
        case 'AUTH': {
          if (!state.greeted || !account || (startTls && !isEncrypted)) return '538 5.7.11 Encryption required'
          const [kind, given] = argument.split(' ')
          if (kind === 'PLAIN' && given) return check(...(decoded(given).split('\0').slice(1) as [string, string]))
          if (kind === 'LOGIN') return ((login = 'user'), '334 VXNlcm5hbWU6')
          return '504 5.5.4 unknown mechanism'
        }
        case 'MAIL':
          if (!state.greeted) return '503 5.5.1 EHLO first'
          if (account && !state.user) return '530 5.7.0 Authentication required'
          state.from = address.exec(argument.replace(/^FROM:/i, ''))?.[1] ?? ''
          return state.from ? '250 2.1.0 Ok' : '501 5.1.7 Bad sender address'
        case 'RCPT': {
          const to = address.exec(argument.replace(/^TO:/i, ''))?.[1]
          if (!state.from || !to) return '501 5.1.3 Bad recipient address'
          const reply = await peer.recipient(to)
          if (reply.startsWith('2')) state.to.push(to)
          return reply
        }
        case 'DATA':
          if (!state.to.length) return '503 5.5.1 RCPT first'
          body = []
          return '354 End data with <CR><LF>.<CR><LF>'
        case 'RSET':
          state = { ...state, from: '', to: [] }
          return '250 2.0.0 Ok'
        case 'QUIT':
          say('221 2.0.0 Bye')
          return void socket.end()
        default:
          return '502 5.5.2 Command not recognized'
      }
    }
    async function take(line: string) {
      if (body) {
        if (line !== '.') return void body.push(line.replace(/^\./, ''))
        const raw = body.join('\r\n')
        body = undefined
        const mail = { ...read(raw), from: state.from, to: state.to, user: state.user, isEncrypted }
        state = { ...state, from: '', to: [] }
        const reply = await peer.accept(mail)
        if (reply.startsWith('2')) peer.mails.push(mail)
        return say(reply)
      }
      peer.heard.push(line)
      const reply = await answer(line)
      if (reply) say(reply)
    }
    function listen() {
      let turn = Promise.resolve()
      socket.on('data', (chunk: Buffer) => {
        rest += chunk.toString('latin1')
        const lines = rest.split('\r\n')
        rest = lines.pop()!
        for (const line of lines) turn = turn.then(() => take(Buffer.from(line, 'latin1').toString()))
      })
    }
    if (tls) encrypt()
    else listen()
    void Promise.resolve(peer.greet()).then(say)
  }
  const server = createServer(talk)
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  peer.port = (server.address() as { port: number }).port
  return peer
}
export type SmtpPeer = Awaited<ReturnType<typeof startSmtp>>

/** Headers, unfolded, and both bodies of a mail. */
function read(raw: string) {
  const headers = headersOf(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw]
  const of = (type: string) => {
    const part = parts.find(one => headersOf(one.trimStart())['content-type']?.startsWith(type))?.trimStart()
    return part ? decode(part.slice(part.indexOf('\r\n\r\n') + 4), headersOf(part)['content-transfer-encoding']) : ''
  }
  return { raw, headers, text: of('text/plain'), html: of('text/html') }
}
function headersOf(part: string): Record<string, string> {
  const lines = part
    .slice(0, part.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), word(line.slice(line.indexOf(':') + 1).trim())]),
  )
}
/** Encoded words of RFC 2047. */
const word = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, of: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(of, 'base64').toString() : quoted(of.replaceAll('_', ' ')),
    )
const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
const decode = (text: string, encoding = '7bit') =>
  encoding === 'base64' ? Buffer.from(text, 'base64').toString() : encoding === 'quoted-printable' ? quoted(text) : text
