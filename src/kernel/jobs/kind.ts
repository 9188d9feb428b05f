import type { Ctx } from '../context'

/** The lower, the sooner: what a person waits for goes before what only machines wait for. */
export const PRIORITY = { person: 0, machine: 10, background: 20 } as const

/** Thrown by a run when trying again would change nothing: the job fails for good at once. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

export type Running = {
  id: number
  attempts: number
  /** Aborts when the budget is spent or the process stops: what the run does from then on does not count. */
  signal: AbortSignal
}

export type Policy<Payload> = {
  /**
   * Resolves when the work is done. With `again` it is due once more after so many ms, as if it were new; with `notYet` as well, but this
   * run counts for nothing.
   */
  run(ctx: Ctx, payload: Payload, job: Running): Promise<void | { again: number } | { notYet: number }>
  maxAttempts: number
  /** In ms, after so many attempts. */
  backoff(attempts: number): number
  /** How long one run may take. */
  budgetMs: number
  /** The lease: how long the claim of a process that died holds, unless the next start knows that it died. */
  leaseMs: number
  /** Concurrency limit in this process. */
  atOnce: number
  /** Concurrency limit of one company in it. */
  atOnceOfCompany?: number
  /** What is done with a job that is late: run, or given up when it is due for longer than so many ms. */
  late: 'run' | { skipAfterMs: number }
  /** Part of the transaction that marks the job as failed for good. */
  onGiveUp?(ctx: Ctx, payload: Payload, reason: string): Promise<unknown>
}

/** A kind of job with its policy, whatever its payload. */
export type Job = Policy<object> & { kind: string }

/** A name and what its jobs carry: enough to enqueue one. The policy stands beside the journey that does the work. */
export const jobKind = <Payload extends object>(kind: string, priority: number = PRIORITY.machine) => ({
  kind,
  priority,
  handledBy(policy: Policy<Payload>): Job {
    if (policy.leaseMs <= policy.budgetMs) throw new Error(`${kind}: a lease must outlast the budget of a run`)
    return { ...policy, kind } as Job
  },
  /** Never a value: it ties the payload to the kind. */
  payload: undefined as Payload | undefined,
})
export type JobKind<Payload extends object> = ReturnType<typeof jobKind<Payload>>
