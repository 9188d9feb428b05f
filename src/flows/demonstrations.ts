import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import type { Store } from '#kernel/storage/libsql'
import { brand } from '#modules/brand'
import { companies, demonstrations, later, type EndedDemonstration, type Language } from '#modules/companies'
import { resellers } from '#modules/resellers'
import { SYSTEM } from '#modules/rights'
import { users } from '#modules/users'
import { mailServer, sendMail } from './mail'
import { civilDate } from './payments/said'

type Options = { ctxFor: CtxFor; publicUrl: string | undefined; remove: (ctx: Ctx, companyId: number) => Promise<void> }

/**
 * Deletes the demonstrations that ended a while ago, as who operates them would. Their people are mailed when it is over, and a day before
 * it is deleted: whoever can be told is not deleted before, however long the process was down.
 */
export async function endDemonstrations({ db }: Store, { ctxFor, publicUrl, remove }: Options) {
  async function end(ended: EndedDemonstration) {
    const { company, today, deletesOn, told } = ended
    if (await tell(ctxFor(company.id), ended, publicUrl)) return
    const day = told.find(({ kind }) => kind === 'tomorrow')?.deletesOn ?? deletesOn
    if (today < day || !(await isStill(db, ended))) return
    const operator = await companies.operatorOf(db, company)
    if (operator) await remove(ctxFor(operator.id, { ...SYSTEM, super: true }), company.id)
  }
  const failures: unknown[] = []
  // What fails for one holds up no other.
  for (const ended of await demonstrations.ended(db)) await end(ended).catch((error: unknown) => failures.push(error))
  if (failures.length) throw new AggregateError(failures)
}

/** It may have become a customer, or been given more days, while others were deleted. */
const isStill = async (db: Store['db'], { company }: EndedDemonstration) =>
  (await demonstrations.ended(db)).some(one => one.company.id === company.id && one.company.dueDate === company.dueDate)

/** Mails its administrators what is due to be said; false when nothing is, or nobody can be mailed. */
async function tell(inside: Ctx, { company, today, deletesOn, told }: EndedDemonstration, publicUrl: string | undefined) {
  const isLast = later(today, 1) >= deletesOn
  const kind = isLast ? 'tomorrow' : 'over'
  const server = await mailServer(inside)
  if (told.some(one => one.kind === kind) || !server) return false
  const people = (await users.everyone(inside)).filter(({ profile }) => profile === 'admin')
  if (!people.length) return false
  const notice = { kind, deletesOn: isLast ? later(today, 1) : deletesOn } as const
  return transaction(inside, async ctx => {
    if (!(await demonstrations.notice(ctx, company, notice))) return false
    const address = await resellers.publicUrl(ctx, publicUrl)
    const help = await brand.helpOf(ctx)
    for (const { name, email, language: own } of people) {
      const language = own ?? company.language
      const said = TEXTS[language]
      const slots: Record<string, string> = { name, company: company.name, date: civilDate(language, notice.deletesOn), help }
      const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!)
      await sendMail(ctx, {
        ...{ to: { name, address: email }, language, subject: said[kind].subject },
        paragraphs: [said.hello, said[kind].text, said.kept].map(filled),
        // Where an answer is read by nobody, it would be lost.
        ...((server.replyTo || help) && { note: server.replyTo ? said.reply : filled(said.ask) }),
        ...(address && { action: { label: said.action, address: `${address}/subscription` } }),
      })
    }
    return true
  })
}

type Said = { subject: string; text: string }
type Texts = { over: Said; tomorrow: Said } & Record<'hello' | 'kept' | 'action' | 'reply' | 'ask', string>
const TEXTS: Record<Language, Texts> = {
  pt: {
    hello: 'Olá, {name}.',
    over: {
      subject: 'A sua demonstração acabou',
      text: 'A demonstração de {company} acabou. Em {date} ela é apagada com tudo o que há nela: conversas, contatos e arquivos.',
    },
    tomorrow: {
      subject: 'A sua demonstração é apagada amanhã',
      text: 'Em {date} a demonstração de {company} é apagada com tudo o que há nela: conversas, contatos e arquivos. Depois disso nada volta.',
    },
    kept: 'Até lá dá para entrar, ler tudo e exportar os seus dados, em Assinatura.',
    action: 'Abrir a assinatura',
    reply: 'Para continuar com o que já fez, responda a este e-mail antes dessa data.',
    ask: 'Para continuar com o que já fez, fale conosco antes dessa data: {help}',
  },
  en: {
    hello: 'Hello, {name}.',
    over: {
      subject: 'Your demonstration is over',
      text: 'The demonstration of {company} is over. On {date} it is deleted with all that is in it: conversations, contacts and files.',
    },
    tomorrow: {
      subject: 'Your demonstration is deleted tomorrow',
      text: 'On {date} the demonstration of {company} is deleted with all that is in it: conversations, contacts and files. Nothing comes back after that.',
    },
    kept: 'Until then you can sign in, read everything and export your data, under Subscription.',
    action: 'Open the subscription',
    reply: 'To go on with what you have made, reply to this e-mail before that date.',
    ask: 'To go on with what you have made, get in touch with us before that date: {help}',
  },
  es: {
    hello: 'Hola, {name}.',
    over: {
      subject: 'Su demostración terminó',
      text: 'La demostración de {company} terminó. El {date} se borra con todo lo que hay en ella: conversaciones, contactos y archivos.',
    },
    tomorrow: {
      subject: 'Su demostración se borra mañana',
      text: 'El {date} la demostración de {company} se borra con todo lo que hay en ella: conversaciones, contactos y archivos. Después nada vuelve.',
    },
    kept: 'Hasta entonces puede entrar, leerlo todo y exportar sus datos, en Suscripción.',
    action: 'Abrir la suscripción',
    reply: 'Para continuar con lo que ya hizo, responda a este correo antes de esa fecha.',
    ask: 'Para continuar con lo que ya hizo, póngase en contacto con nosotros antes de esa fecha: {help}',
  },
}
