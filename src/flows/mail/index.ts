import type { Ctx } from '#kernel/context'
import { digest } from '#kernel/http/tokens'
import { jobs } from '#kernel/jobs/jobs'
import { GiveUp, jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { MailRefused } from '#kernel/mail/smtp'
import { holderOf } from '#modules/settings'
import type { Letter } from './letter'
import { mailServer, post, type Reach } from './server'

export type { Letter } from './letter'
export { mailServer } from './server'

/** A letter, sealed: it may carry a token. */
const mail = jobKind<{ sealed: string }>('mail', PRIORITY.person)
type Sealed = Letter & { until?: number }

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Backoff: greylisting lets pass after minutes, a full disk after hours. */
const PAUSES = [20 * SECOND, 2 * MINUTE, 8 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 8 * 60 * MINUTE]

/**
 * Sends a letter, part of the transaction of its reason: it leaves after the commit, is retried for half a day, and is given up with
 * the server's answer in the log and in the doctor's report. `until`: when it has lost its meaning. False when the installation has no
 * mail server, and nothing was sent.
 */
export async function sendMail(ctx: Ctx, letter: Letter, { until }: { until?: Date } = {}): Promise<boolean> {
  if (!(await mailServer(ctx))) return false
  // The job is of who has the server, so that one that hangs keeps waiting those alone who mail by it.
  await jobs.enqueue(ctx.within(await holderOf(ctx)), mail, {
    sealed: ctx.vault.seal(JSON.stringify({ ...letter, until: until?.getTime() } satisfies Sealed)),
  })
  return true
}

/** At least once: what a process that died had not noted is sent again, under the same Message-ID, by which readers show it once. */
export const mailFlow = (mayReach: Reach): Job =>
  mail.handledBy({
    maxAttempts: PAUSES.length + 1,
    backoff: attempts => PAUSES[attempts - 1] ?? PAUSES.at(-1)!,
    budgetMs: MINUTE,
    leaseMs: 2 * MINUTE,
    atOnce: 32,
    atOnceOfCompany: 4,
    late: 'run',
    async run(ctx, { sealed }) {
      const { until, ...letter } = JSON.parse(ctx.vault.open(sealed)) as Sealed
      if (until !== undefined && Date.now() > until) throw new GiveUp('the mail came too late to be of use')
      const server = await mailServer(ctx)
      if (!server) throw new Error('no mail server is set')
      const domain = server.from.address.split('@').at(-1)
      try {
        await post(server, letter, mayReach, `<${digest(sealed).slice(0, 32)}@${domain}>`)
      } catch (error) {
        if (error instanceof MailRefused && error.isFinal) throw new GiveUp(error.message)
        throw error
      }
    },
  })
