import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { MailRefused } from '#kernel/mail/smtp'
import type { Language } from '#modules/companies'
import { users } from '#modules/users'
import { mailServer, post, type Reach } from './server'

const TEXTS: Record<Language, { subject: string; text: string }> = {
  pt: { subject: 'E-mail de teste', text: 'Se você está lendo isto, os e-mails desta instalação saem e chegam.' },
  en: { subject: 'Test e-mail', text: 'If you can read this, the e-mails of this installation leave and arrive.' },
  es: { subject: 'Correo de prueba', text: 'Si está leyendo esto, los correos de esta instalación salen y llegan.' },
}

/** Mails who asks, at once and not as a job: whoever sets a server up wants to read what it says. */
export const testMailFlow = (mayReach: Reach) =>
  async function testMail(ctx: Ctx): Promise<{ answer: string }> {
    const server = await mailServer(ctx)
    if (!server) throw new AppError('ERR_MAIL_NOT_SET', 400)
    const { name, email, language } = await users.load(ctx, ctx.actor.userId!)
    const { subject, text } = TEXTS[language ?? 'pt']
    const letter = { to: { name, address: email }, language: language ?? 'pt', subject, paragraphs: [text] }
    return {
      answer: await post(server, letter, mayReach).catch((error: unknown) => {
        throw error instanceof MailRefused ? new AppError('ERR_MAIL_REFUSED', 400, { reason: error.answer }) : error
      }),
    }
  }
