import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSmtp, type SmtpPeer } from '../../../tests/peers/smtp'
import { deliver, type Envelope, MailRefused, type SmtpServer } from './smtp'

const ACCOUNT = { user: 'balcao', password: 'senha-do-correio' }
const plain = await startSmtp({ account: ACCOUNT })
const startTls = await startSmtp({ account: ACCOUNT, startTls: true })
const implicit = await startSmtp({ account: ACCOUNT, tls: true })
const peers = [plain, startTls, implicit]
afterAll(async () => {
  await Promise.all(peers.map(peer => peer.close()))
})
afterEach(() => peers.forEach(peer => peer.reset()))

const at = ({ port }: SmtpPeer, security: SmtpServer['security'], more: Partial<SmtpServer> = {}): SmtpServer => ({
  ...{ host: '127.0.0.1', port, security, ...ACCOUNT },
  ...more,
})
const MAIL: Envelope = {
  from: { name: 'Balcão', address: 'nao-responda@loja.com.br' },
  to: { name: 'Teresa Açaí', address: 'teresa@flordelis.com.br' },
  replyTo: 'ajuda@loja.com.br',
  subject: 'Redefinir a sua senha: é rápido',
  text: 'Olá, Teresa.\n.\nUma linha só com um ponto não acaba nada.',
  html: '<p>Olá, Teresa.</p>',
}
const refusal = (sent: Promise<string>) =>
  sent.then(
    answer => expect.unreachable(answer),
    error => error as MailRefused,
  )

test('a mail arrives whole, and the answer of the server is told', async () => {
  expect(await deliver(at(plain, 'none'), { ...MAIL, messageId: '<um@loja.com.br>' })).toBe('250 2.0.0 Ok: queued as ABC123')
  const [mail] = plain.mails
  expect(mail).toMatchObject({ from: 'nao-responda@loja.com.br', to: ['teresa@flordelis.com.br'], user: 'balcao' })
  expect(mail!.headers).toMatchObject({
    from: 'Balcão <nao-responda@loja.com.br>',
    to: 'Teresa Açaí <teresa@flordelis.com.br>',
    'reply-to': 'ajuda@loja.com.br',
    subject: MAIL.subject,
    'message-id': '<um@loja.com.br>',
    'auto-submitted': 'auto-generated',
  })
  expect(mail!.text.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text)
  expect(mail!.html).toContain(MAIL.html)
  expect(plain.heard[0]).toBe('EHLO loja.com.br')
})

test('no name, subject or address makes a header or a recipient of its own', async () => {
  const evil = 'X\r\nBcc: evil@example.com\r\n\r\nOi\u2028Bcc: evil@example.com'
  await deliver(at(plain, 'none'), {
    ...MAIL,
    from: { name: evil, address: MAIL.from.address },
    to: { name: `${evil}" <evil@example.com>, "`, address: MAIL.to.address },
    subject: evil,
    replyTo: 'ajuda@loja.com.br\r\nBcc: evil@example.com',
  })
  expect(plain.mails).toHaveLength(1)
  for (const { headers, to } of plain.mails) {
    expect(to).toEqual(['teresa@flordelis.com.br'])
    expect(Object.keys(headers)).not.toContain('bcc')
  }
  expect(plain.heard.filter(line => line.startsWith('RCPT'))).toEqual(['RCPT TO:<teresa@flordelis.com.br>'])
})

test('a certificate that nobody vouches for gets no password, by STARTTLS nor TLS', async () => {
  for (const [peer, security] of [
    [startTls, 'starttls'],
    [implicit, 'tls'],
  ] as const) {
    const { answer, isFinal } = await refusal(deliver(at(peer, security), MAIL))
    expect([answer, isFinal]).toEqual([expect.stringMatching(/certificate/i), false])
    expect(peer.heard.join()).not.toContain('AUTH')
  }
})

test('a server without STARTTLS gets nothing where it was asked for', async () => {
  expect((await refusal(deliver(at(plain, 'starttls'), MAIL))).answer).toStartWith('503')
  expect([plain.mails, plain.heard.filter(line => /^(AUTH|MAIL)/.test(line))]).toEqual([[], []])
})

test('a wrong password is told, and may be mended; a refused recipient is final; an answer that begins with 4 is not', async () => {
  expect(await refusal(deliver(at(plain, 'none', { password: 'errada' }), MAIL))).toMatchObject({
    answer: expect.stringContaining('535 5.7.8'),
    isFinal: false,
  })
  plain.recipient = () => '550 5.1.1 <teresa@flordelis.com.br>: no such user'
  const gone = await refusal(deliver(at(plain, 'none'), MAIL))
  expect(gone).toMatchObject({ isFinal: true, answer: expect.stringContaining('<teresa@flordelis.com.br>') })
  expect(gone.message).not.toContain('teresa')
  plain.recipient = () => '451 4.7.1 Greylisted'
  expect(await refusal(deliver(at(plain, 'none'), MAIL))).toMatchObject({ isFinal: false, answer: expect.stringContaining('451 4.7.1') })
})

test('nothing listens: that is said', async () => {
  expect((await refusal(deliver(at({ ...plain, port: 9 }, 'none'), MAIL))).answer).toContain('ECONNREFUSED')
})

test('a server that hangs is left: before its greeting, and before its last word', async () => {
  const never = new Promise<string>(() => {})
  plain.greet = () => never
  expect((await refusal(deliver(at(plain, 'none'), MAIL, 50))).answer).toMatch(/greeting|timeout/i)
  plain.reset()
  plain.accept = () => never
  expect((await refusal(deliver(at(plain, 'none'), MAIL, 200))).answer).toMatch(/time/i)
})

test('encrypted, by STARTTLS and from the first byte, where the certificate is trusted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smtp-'))
  for (const [peer, security] of [
    [startTls, 'starttls'],
    [implicit, 'tls'],
  ] as const) {
    const authority = join(folder, `${security}.pem`)
    await Bun.write(authority, peer.certificate!)
    const program = `import { deliver } from ${JSON.stringify(join(import.meta.dir, 'smtp.ts'))}
      console.log(await deliver(${JSON.stringify(at(peer, security))}, ${JSON.stringify(MAIL)}))`
    const child = Bun.spawn([process.execPath, '-e', program], { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority }, stderr: 'pipe' })
    expect([await new Response(child.stdout).text(), await new Response(child.stderr).text()]).toEqual([
      '250 2.0.0 Ok: queued as ABC123\n',
      '',
    ])
    expect(peer.mails).toMatchObject([{ isEncrypted: true, user: 'balcao' }])
  }
  await rm(folder, { recursive: true })
})
