import type { Actor } from '#kernel/context'

export type Profile = 'admin' | 'supervisor' | 'user'

declare module '#kernel/context' {
  interface Actor {
    profile: Profile
    queueIds: number[]
    /** Whose the company is that they are in: a reseller's, or the house's, who runs the installation. */
    resellerId: number | null
    /** Tickets without a queue are seen too. */
    allTicket: boolean
    /** What the company's plan and settings open: names of plan flags and of settings. */
    features: Pick<ReadonlySet<string>, 'has'>
    /** The company is suspended: nothing is sent and nothing changed. */
    readOnly: boolean
    /** An operator in a company that is not their own. */
    isVisitor: boolean
  }
  interface AccessChange {
    planId?: number
    queueId?: number
    /** Who may see this ticket is to be asked anew. */
    ticket?: { id: number; userId: number | null; queueId: number | null; status: 'open' | 'pending' | 'closed' }
  }
}

export const SYSTEM: Actor = {
  userId: null,
  name: 'system',
  profile: 'admin',
  super: false,
  queueIds: [],
  resellerId: null,
  allTicket: true,
  sessionId: null,
  features: { has: () => true },
  readOnly: false,
  isVisitor: false,
}
