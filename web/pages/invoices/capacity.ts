import { words } from './texts'

const PARTS = ['users', 'connections', 'queues'] as const

/** How much of what a plan holds, in words. */
export const capacityOf = (plan: Record<(typeof PARTS)[number], number>) =>
  PARTS.map(part => words(`capacity.${part}`, { n: plan[part] })).join(', ')
