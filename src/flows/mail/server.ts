import type { Ctx } from '#kernel/context'
import { deliver, type SmtpServer } from '#kernel/mail/smtp'
import { brand } from '#modules/brand'
import { resellers } from '#modules/resellers'
import { settings } from '#modules/settings'
import { asHtml, asText, type Letter } from './letter'

/** Private addresses that may be connected to all the same, as host:port. */
export type Reach = (destination: string) => boolean

/**
 * How the mails of a company leave, as who operates it set it; undefined while they set none. A reseller's never leave by the house's, whose
 * name its sender says.
 */
export async function mailServer(ctx: Ctx) {
  const [host, address] = [await settings.value(ctx, 'smtpHost'), await settings.value(ctx, 'mailFrom')]
  if (!host || !address) return
  const server: SmtpServer = {
    host,
    port: Number(await settings.value(ctx, 'smtpPort')),
    security: (await settings.value(ctx, 'smtpSecurity')) as SmtpServer['security'],
    user: await settings.value(ctx, 'smtpUser'),
    password: await settings.value(ctx, 'smtpPassword'),
    mustBePublic: (await resellers.ofCompany(ctx, ctx.companyId)) !== undefined,
  }
  const chosen = await brand.ofMails(ctx)
  const name = (await settings.value(ctx, 'mailFromName')) || chosen.name
  return { server, brand: { ...chosen, name }, from: { name, address }, replyTo: await settings.value(ctx, 'mailReplyTo') }
}
type MailServer = NonNullable<Awaited<ReturnType<typeof mailServer>>>

/** Puts a letter under the name that mails come from, and hands it over: the server's answer. Throws MailRefused. */
export const post = ({ server, brand, from, replyTo }: MailServer, letter: Letter, mayReach: Reach, messageId?: string) =>
  deliver(
    { ...server, mustBePublic: server.mustBePublic && !mayReach(`${server.host}:${server.port}`) },
    {
      ...{ from, replyTo, to: letter.to, subject: letter.subject, messageId },
      ...{ text: asText(letter, brand), html: asHtml(letter, brand) },
    },
  )
