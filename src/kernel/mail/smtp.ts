import { createTransport } from 'nodemailer'
import { isIP } from 'node:net'
import { publicAddress } from '../http/guarded-fetch'

/** How a submission server is reached: `tls` from the first byte, `starttls` or nothing sent at all, `none` in the clear. */
export type SmtpServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  /** Without a user nobody signs in. */
  user: string
  password: string
  /** It was typed in by somebody who does not run the machine: no private address is connected to (SSRF). */
  mustBePublic?: boolean
}
type Mailbox = { name: string; address: string }
export type Envelope = { from: Mailbox; replyTo: string; to: Mailbox; subject: string; text: string; html: string; messageId?: string }

/** Idle timeout; all of it may take three times as long, however slowly the server answers. */
const SILENCE_MS = 15_000

/** Why a mail was not taken. `answer` is what the server said, which names addresses; the message names none, for logs. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly answer: string
  /** A 5xx for the mail itself: asking again changes nothing. A refused sign-in is mended in the settings. */
  readonly isFinal: boolean
  constructor({ message, response, responseCode = 0, code }: SmtpError) {
    const answer = (response ?? message).slice(0, 500)
    super(answer.replace(/[^\s<>"]+@/g, '…@'))
    this.answer = answer
    this.isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  }
}
type SmtpError = Error & { response?: string; responseCode?: number; code?: string }

/** A line break in a name or a subject would begin a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
const mailbox = ({ name, address }: Mailbox) => ({ name: oneLine(name), address: oneLine(address) })

/** Who is connected to, and by which name its certificate is read. */
async function destinationOf({ host, mustBePublic }: SmtpServer) {
  if (!mustBePublic) return { host }
  try {
    return { host: await publicAddress(host), ...(!isIP(host) && { tls: { servername: host } }) }
  } catch {
    throw new MailRefused(new Error(`${host} has no public address`))
  }
}

/** Hands one mail to the server and resolves with its answer. Throws MailRefused. */
export async function deliver(server: SmtpServer, mail: Envelope, silenceMs = SILENCE_MS): Promise<string> {
  const { port, security, user, password } = server
  const transport = createTransport({
    ...{
      ...(await destinationOf(server)),
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
    },
    // In place of this machine's name, which is nobody's business.
    name: mail.from.address.split('@').at(-1),
    auth: user ? { user, pass: password } : undefined,
    ...{ connectionTimeout: silenceMs, greetingTimeout: silenceMs, dnsTimeout: silenceMs, socketTimeout: silenceMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the server took too long')), 3 * silenceMs)
  try {
    const { subject, text, html, messageId, replyTo } = mail
    const sent = transport.sendMail({
      ...{ from: mailbox(mail.from), to: mailbox(mail.to), replyTo: oneLine(replyTo) || undefined, subject: oneLine(subject) },
      ...{ text, html, messageId },
      // Machines that answer every mail leave this one alone.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return (await Promise.race([sent, late.promise])).response
  } catch (error) {
    throw new MailRefused(error as SmtpError)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}
