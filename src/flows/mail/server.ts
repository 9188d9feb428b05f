import type { Ctx } from '#kernel/context'
import { deliver, type SmtpServer } from '#kernel/mail/smtp'
import { brand } from '#modules/brand'
import { settings } from '#modules/settings'
import { asHtml, asText, type Letter } from './letter'

/** How mails leave, as the installation's operators set it; undefined while they set none. */
export async function mailServer(ctx: Ctx) {
  const [host, address] = [await settings.value(ctx, 'smtpHost'), await settings.value(ctx, 'mailFrom')]
  if (!host || !address) return
  const server: SmtpServer = {
    host,
    port: Number(await settings.value(ctx, 'smtpPort')),
    security: (await settings.value(ctx, 'smtpSecurity')) as SmtpServer['security'],
    user: await settings.value(ctx, 'smtpUser'),
    password: await settings.value(ctx, 'smtpPassword'),
  }
  const chosen = await brand.ofMails(ctx.db)
  const name = (await settings.value(ctx, 'mailFromName')) || chosen.name
  return { server, brand: { ...chosen, name }, from: { name, address }, replyTo: await settings.value(ctx, 'mailReplyTo') }
}
export type MailServer = NonNullable<Awaited<ReturnType<typeof mailServer>>>

/** Puts a letter under the name that mails come from, and hands it over: the server's answer. Throws MailRefused. */
export const post = ({ server, brand, from, replyTo }: MailServer, letter: Letter, messageId?: string) =>
  deliver(server, {
    ...{ from, replyTo, to: letter.to, subject: letter.subject, messageId },
    ...{ text: asText(letter, brand), html: asHtml(letter, brand) },
  })
