import type { SmtpPeer } from './peers/smtp'

/** Lets an installation send its mails to a peer on this machine, as its operator would. */
export async function sendTo(
  { port }: Pick<SmtpPeer, 'port'>,
  put: (path: string, body: object) => Promise<unknown>,
  more: Record<string, string> = {},
) {
  const chosen = { smtpHost: '127.0.0.1', smtpPort: String(port), smtpSecurity: 'none', mailFrom: 'nao-responda@loja.com.br', ...more }
  for (const [key, value] of Object.entries(chosen)) await put(`/settings/${key}`, { value })
}

/** The token that a mail carries, on a line of its own. */
export const tokenIn = ({ text }: { text: string }) => /^[\w-]{22}$/m.exec(text.replaceAll('\r', ''))![0]
