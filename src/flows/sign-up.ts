import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { AppError, type ErrorCode } from '#kernel/errors'
import { hashPassword } from '#kernel/http/passwords'
import type { Here } from '#kernel/http/router'
import { companies, type Language } from '#modules/companies'
import { plans } from '#modules/plans'
import { resellers } from '#modules/resellers'
import { settings } from '#modules/settings'
import type { SignUp } from '#modules/sign-up'
import { users } from '#modules/users'
import { sendMail } from './mail'

type Texts = { subject: string; hello: string; text: string; trial: string; action: string; note: string }
const TEXTS: Record<Language, Texts> = {
  pt: {
    subject: 'Bem-vindo: sua conta está pronta',
    hello: 'Olá, {name}!',
    text: 'A conta de {company} foi criada, e você é quem a administra. Entre com {email} e a senha que escolheu.',
    trial: 'O teste vai até {date}. O próximo passo é conectar um número de WhatsApp e chamar a equipe.',
    action: 'Entrar',
    note: 'Se não foi você quem criou esta conta, responda a este e-mail.',
  },
  en: {
    subject: 'Welcome: your account is ready',
    hello: 'Hello, {name}!',
    text: 'The account of {company} was created, and you administer it. Sign in with {email} and the password you chose.',
    trial: 'The trial ends on {date}. Next, connect a WhatsApp number and invite the team.',
    action: 'Sign in',
    note: 'If it was not you who created this account, reply to this e-mail.',
  },
  es: {
    subject: 'Bienvenido: su cuenta está lista',
    hello: '¡Hola, {name}!',
    text: 'Se creó la cuenta de {company}, y usted la administra. Entre con {email} y la contraseña que eligió.',
    trial: 'La prueba va hasta el {date}. El próximo paso es conectar un número de WhatsApp e invitar al equipo.',
    action: 'Entrar',
    note: 'Si no fue usted quien creó esta cuenta, responda a este correo.',
  },
}
const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }
const filled = (text: string, slots: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name]!)

/** The clock of a company that has chosen none. */
const HERE = { timeZone: 'America/Sao_Paulo' }

export const isSignUpOpen = async ({ db }: Ctx, here: Here | undefined) =>
  here?.isActive !== false && (await settings.installed(db, 'allowregister', here?.id ?? null)) === 'enabled'

/** What is taken already is said at its field. */
const atField = (code: ErrorCode, field: string, message: string) => (error: unknown) =>
  error instanceof AppError && error.code === code ? new AppError(code, error.status, { [field]: [message] }) : error
const taken = [
  atField('ERR_COMPANY_NAME_ALREADY_EXISTS', 'name', 'ERR_COMPANY_NAME_ALREADY_EXISTS'),
  atField('ERR_EMAIL_TAKEN', 'email', 'An user with this email already exists.'),
]

/** Part of the transaction that makes the company. */
async function welcome(
  ctx: Ctx,
  language: Language,
  publicUrl: string | undefined,
  dueDate: string,
  who: Record<'company' | 'name' | 'email', string>,
) {
  const { subject, hello, text, trial, action, note } = TEXTS[language]
  const date = new Date(`${dueDate}T12:00:00Z`).toLocaleDateString(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' })
  const paragraphs = [hello, text, trial].map(line => filled(line, { ...who, date }))
  const address = await resellers.publicUrl(ctx, publicUrl)
  const link = address && { label: action, address: `${address}/login` }
  await sendMail(ctx, { to: { name: who.name, address: who.email }, language, subject, paragraphs, note, ...(link && { action: link }) })
}

type Options = { ctxFor: CtxFor; publicUrl: string | undefined }

/** A stranger's company with its first person, on trial; all of it in one transaction, with the mail that welcomes them. */
export const signUpFlow =
  ({ ctxFor, publicUrl }: Options) =>
  async (system: Ctx, { name, email, phone, planId, language, ...input }: SignUp, here: Here | undefined) => {
    const resellerId = here?.id ?? null
    // What is refused anyway costs no hash.
    await plans.choose(system.db, planId, resellerId)
    const passwordHash = await hashPassword(input.password)
    const person = { name: input.userName ?? name, email, passwordHash, super: false, language }
    const made = await transaction(system, async ctx => {
      // Either may have changed while the password was hashed.
      if (!(await isSignUpOpen(ctx, here))) throw new AppError('ERR_USER_CREATION_DISABLED', 403)
      const plan = await plans.choose(ctx.db, planId, resellerId)
      const dueDate = companies.later(companies.today(HERE), Number(await settings.installed(ctx.db, 'trial', resellerId)))
      const company = { ...{ name, email, phone, language, dueDate, resellerId }, planId: plan.id, recurrence: 'MENSAL' as const }
      const { companyId } = await users.createCompanyWithAdmin(ctx.db, company, person)
      ctx.access.changed({ companyId })
      await welcome({ ...ctx, companyId }, language, publicUrl, dueDate, { company: name, name: person.name, email })
      return companyId
    }).catch((error: unknown) => {
      throw taken.reduce((found, say) => say(found), error)
    })
    return companies.shown(await companies.get(ctxFor(made)))
  }
