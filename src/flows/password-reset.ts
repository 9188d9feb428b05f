import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { hashPassword } from '#kernel/http/passwords'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import type { Logger } from '#kernel/process/log'
import { companies, type Language } from '#modules/companies'
import { passwordResets, RESET_MS } from '#modules/password-resets'
import { resellers } from '#modules/resellers'
import { users } from '#modules/users'
import { sendMail } from './mail'
import { mailServer } from './mail/server'

/** An address that somebody typed: whether a person has it is looked up by the job, so that asking takes as long for all of them. */
const passwordReset = jobKind<{ email: string }>('password-reset', PRIORITY.person)

const MINUTE = 60_000

/** Step one: takes note of the wish, whoever's address it is. */
export const forgot = (ctx: Ctx, email: string) => transaction(ctx, ctx => jobs.enqueue(ctx, passwordReset, { email }))

type Texts = { subject: string; hello: string; text: string; action: string; code: string; note: string }
const TEXTS: Record<Language, Texts> = {
  pt: {
    subject: 'Redefinir a sua senha',
    hello: 'Olá, {name}.',
    text: 'Alguém pediu uma nova senha para a conta {email}. Se foi você, escolha a nova senha com este código. Ele vale {minutes} minutos e uma vez só.',
    action: 'Escolher nova senha',
    code: 'Cole o código em "Esqueci a senha", na página de entrada.',
    note: 'Se não foi você, ignore este e-mail: a senha continua a mesma.',
  },
  en: {
    subject: 'Reset your password',
    hello: 'Hello, {name}.',
    text: 'Somebody asked for a new password for the account {email}. If it was you, choose it with this code. It works once, for {minutes} minutes.',
    action: 'Choose a new password',
    code: 'Paste the code under "Forgot your password", on the sign-in page.',
    note: 'If it was not you, ignore this e-mail: the password stays the same.',
  },
  es: {
    subject: 'Restablecer su contraseña',
    hello: 'Hola, {name}.',
    text: 'Alguien pidió una nueva contraseña para la cuenta {email}. Si fue usted, elíjala con este código. Vale {minutes} minutos y una sola vez.',
    action: 'Elegir nueva contraseña',
    code: 'Pegue el código en "Olvidé mi contraseña", en la página de entrada.',
    note: 'Si no fue usted, ignore este correo: la contraseña sigue igual.',
  },
}
const filled = (text: string, slots: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name]!)

/** Where the page takes the token from the fragment, which browsers tell no server. Of the configured address alone: a Host header is anybody's. */
const addressOf = (publicUrl: string, email: string, token: string) =>
  `${publicUrl}/forgetpsw#${new URLSearchParams({ email, token }).toString()}`

type Options = { ctxFor: CtxFor; log: Logger; publicUrl: string | undefined }

/** Makes the token and mails it; where no mail can leave, operators find it in the settings. */
export const passwordResetFlow = ({ ctxFor, log, publicUrl }: Options): Job =>
  passwordReset.handledBy({
    maxAttempts: 5,
    backoff: attempts => attempts * 5_000,
    budgetMs: MINUTE,
    leaseMs: 2 * MINUTE,
    atOnce: 4,
    late: { skipAfterMs: RESET_MS },
    async run({ db }, { email }, { id }) {
      const user = await users.byEmail(db, email)
      if (!user) return
      const ctx = ctxFor(user.companyId)
      const { language: own } = await companies.get(ctx)
      await transaction(ctx, async ctx => {
        if (await passwordResets.isMade(ctx, id)) return
        const keep = !(await mailServer(ctx))
        const { token, expiresAt } = await passwordResets.open(ctx, user.id, id, { keep })
        const language = user.language ?? own
        const { subject, hello, text, action, code, note } = TEXTS[language]
        const slots = { name: user.name, email, minutes: String(RESET_MS / MINUTE) }
        const address = await resellers.publicUrl(ctx, publicUrl)
        const link = address && { label: action, address: addressOf(address, email, token) }
        const letter = { to: { name: user.name, address: email }, language, subject, code: token, note }
        const paragraphs = [filled(hello, slots), filled(text, slots), ...(link ? [] : [code])]
        await sendMail(ctx, { ...letter, paragraphs, ...(link && { action: link }) }, { until: expiresAt })
        if (keep)
          ctx.after(() => log.warn({ userId: user.id }, 'a password reset waits in the settings: there is no mail server to send it'))
      })
    },
  })

/** Step two: the new password, by a token that works once. Every session of before is over. */
export const resetFlow = (ctxFor: CtxFor) => async (system: Ctx, input: { email: string; token: string; password: string }) => {
  const refused = () => new AppError('ERR_RESET_TOKEN', 404, { token: ['Verifique o Token informado'] })
  const found = await passwordResets.find(system.db, input.email, input.token)
  if (!found) throw refused()
  const passwordHash = await hashPassword(input.password)
  await transaction(ctxFor(found.companyId), async ctx => {
    if (!(await passwordResets.close(ctx.db, found))) throw refused()
    await users.update(ctx, found.userId, { passwordHash })
  })
}
