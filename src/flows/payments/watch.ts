import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { accounts, payments, type Charge, type Providers } from '#modules/payments'
import { settle } from './settle'

const check = jobKind<{ chargeId: number }>('payment-check', PRIORITY.machine)

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** A payment that was made in the last second of a charge may be told of so much later. */
const AFTER_EXPIRY_MS = HOUR
/** A charge that says no end is asked about for so long. */
const ENDLESS_MS = 3 * 24 * HOUR

/** Has the provider asked what became of a charge. Deduplicated by the charge. Part of the caller's transaction. */
export const watchCharge = (ctx: Ctx, { id }: Pick<Charge, 'id'>, delayMs = 0) =>
  jobs.enqueue(ctx, check, { chargeId: id }, { key: String(id), delayMs })

/** Polling interval: short while somebody may be waiting before the code, long later. */
const pauseAfter = (age: number) => (age < 10 * MINUTE ? 10 * SECOND : age < 2 * HOUR ? MINUTE : HOUR)

/** Polls the provider of a charge until it is paid or over. A webhook only makes it sooner, so that nothing is lost where none arrives. */
export const watchFlow = (providers: Providers, publicUrl: string | undefined): Job =>
  check.handledBy({
    maxAttempts: 200,
    backoff: attempts => Math.min(attempts, 60) * MINUTE,
    budgetMs: 30 * SECOND,
    leaseMs: MINUTE,
    atOnce: 4,
    late: 'run',
    async run(ctx, { chargeId }) {
      const charge = await payments.find(ctx, chargeId)
      const look = charge && providers[charge.provider]?.look
      const account = charge && (await accounts.ofCharge(ctx, charge))
      if (!look || !account || charge.state === 'paid') return
      const fate = await settle(ctx, charge.id, await look(account.settings, charge.reference), publicUrl)
      if (fate !== 'open' || charge.state === 'expired') return
      const now = Date.now()
      const end = charge.expiresAt ? charge.expiresAt.getTime() + AFTER_EXPIRY_MS : charge.createdAt.getTime() + ENDLESS_MS
      if (now < end) return { again: pauseAfter(now - charge.createdAt.getTime()) }
      await payments.setState(ctx, charge.id, 'expired')
    },
  })
