import { transaction, type CtxFor } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import type { Store } from '#kernel/storage/libsql'
import { companies, daysBetween, standingOf, type Company } from '#modules/companies'
import { invoices, reminders, type Invoice } from '#modules/invoices'
import { resellers } from '#modules/resellers'
import { settings } from '#modules/settings'
import { mailServer, sendMail, type Letter } from '../mail'
import type { NotifyCompany } from './notify-company'
import { civilDate, reais } from './said'

const remind = jobKind<{ reminderId: number }>('invoice-reminder', PRIORITY.background)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Nobody is told of money before this hour of their day. */
const FROM_HOUR = 9

const morning = (company: Company) => new Date(companies.dayStart(company, companies.today(company)) + FROM_HOUR * HOUR)

/** Plans what has to be said of open invoices: a row and its job, or neither. */
export async function planReminders(store: Store, ctxFor: CtxFor) {
  for (const { invoice, company, step } of await reminders.toRemind(store.db)) {
    // Nobody waits for the writer where nobody is reminded: this is asked every few minutes.
    const inside = ctxFor(company.id)
    if ((await settings.granted(inside, 'invoiceReminders')) !== 'enabled') continue
    await transaction(inside, async ctx => {
      const reminder = await reminders.plan(ctx, invoice, step)
      if (reminder) await jobs.enqueue(ctx, remind, { reminderId: reminder.id }, { key: String(reminder.id), at: morning(company) })
    })
  }
}

/** Says one, unless it was paid or moved meanwhile; idempotent: a retry is the same message. */
export const reminderFlow = ({ notifyCompany, publicUrl }: { notifyCompany: NotifyCompany; publicUrl: string | undefined }): Job =>
  remind.handledBy({
    maxAttempts: 8,
    backoff: attempts => attempts * 15 * MINUTE,
    budgetMs: MINUTE,
    leaseMs: 2 * MINUTE,
    atOnce: 1,
    late: { skipAfterMs: 24 * HOUR },
    async run(ctx, { reminderId }) {
      const reminder = await reminders.find(ctx, reminderId)
      const invoice = reminder && (await invoices.find(ctx, reminder.invoiceId))
      if (!reminder || reminder.state !== 'planned' || !invoice) return
      const company = await companies.get(ctx)
      const isOwed = company.status && invoice.status === 'open' && invoice.cents > 0 && invoice.dueDate === reminder.dueDate
      const address = await resellers.publicUrl(ctx, publicUrl)
      const isStopped = standingOf(company, await companies.termsOf(ctx)) === 'suspended'
      const said = textOf(company, invoice, { isStopped, address })
      const notice = { text: `${said.text} ${said.pay}`, key: `invoice-reminder:${reminder.id}` }
      const canMail = Boolean(company.email && (await mailServer(ctx)))
      const isTold =
        isOwed &&
        (await invoices.hasPaid(ctx)) &&
        (await notifyCompany(company, notice).catch((error: unknown) => {
          // Whoever has the mail waits for no connection.
          if (canMail) return false
          throw error
        }))
      await transaction(ctx, async ctx => {
        const isMailed = isOwed && canMail && (await sendMail(ctx, letterOf(company, said, address)))
        await reminders.end(ctx, reminder.id, isTold || isMailed ? 'sent' : 'skipped')
      })
    },
    onGiveUp: (ctx, { reminderId }) => reminders.end(ctx, reminderId, 'failed'),
  })

/** Due in some days, today, and some days ago, while it still works and when nothing does any more. */
const SENTENCES = {
  pt: {
    next: 'Olá, {name}! A fatura de {value} do plano {plan} vence em {date}.',
    today: 'Olá, {name}! A fatura de {value} do plano {plan} vence hoje.',
    late: 'Olá, {name}! A fatura de {value} do plano {plan} venceu em {date}. Pague para o atendimento não parar.',
    stopped: 'Olá, {name}! A fatura de {value} do plano {plan} venceu em {date}, e o atendimento parou. Ele volta com o pagamento.',
    pay: 'Pague por Pix em {url}',
    menu: 'Pague por Pix no menu Financeiro.',
    subject: 'Sua fatura',
    action: 'Ver a fatura',
  },
  en: {
    next: 'Hello, {name}! The invoice of {value} for the plan {plan} is due on {date}.',
    today: 'Hello, {name}! The invoice of {value} for the plan {plan} is due today.',
    late: 'Hello, {name}! The invoice of {value} for the plan {plan} was due on {date}. Pay it so that service does not stop.',
    stopped:
      'Hello, {name}! The invoice of {value} for the plan {plan} was due on {date}, and service has stopped. It comes back with the payment.',
    pay: 'Pay by Pix at {url}',
    menu: 'Pay by Pix in the menu Billing.',
    subject: 'Your invoice',
    action: 'See the invoice',
  },
  es: {
    next: '¡Hola, {name}! La factura de {value} del plan {plan} vence el {date}.',
    today: '¡Hola, {name}! La factura de {value} del plan {plan} vence hoy.',
    late: '¡Hola, {name}! La factura de {value} del plan {plan} venció el {date}. Páguela para que la atención no se detenga.',
    stopped: '¡Hola, {name}! La factura de {value} del plan {plan} venció el {date}, y la atención se detuvo. Vuelve con el pago.',
    pay: 'Pague por Pix en {url}',
    menu: 'Pague por Pix en el menú Facturación.',
    subject: 'Su factura',
    action: 'Ver la factura',
  },
}

/** Its button leads to where it is paid, so that its text need not. */
function letterOf({ language, name, email }: Company, { text, pay }: ReturnType<typeof textOf>, publicUrl: string | undefined): Letter {
  const { subject, action } = SENTENCES[language]
  const link = publicUrl && { label: action, address: `${publicUrl}/financeiro` }
  const paragraphs = link ? [text] : [text, pay]
  return { to: { name, address: email! }, language, subject, paragraphs, ...(link && { action: link }) }
}

type Now = { isStopped: boolean; address: string | undefined }
function textOf(company: Company, { cents, detail, dueDate }: Invoice, { isStopped, address }: Now) {
  const said = SENTENCES[company.language]
  const days = daysBetween(companies.today(company), dueDate)
  const slots: Record<string, string> = {
    name: company.name,
    plan: detail,
    value: reais(company.language, cents),
    date: civilDate(company.language, dueDate),
    url: `${address}/financeiro`,
  }
  const filled = (words: string) => words.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!)
  const late = isStopped ? said.stopped : said.late
  return { text: filled(days > 0 ? said.next : days === 0 ? said.today : late), pay: filled(address ? said.pay : said.menu) }
}
