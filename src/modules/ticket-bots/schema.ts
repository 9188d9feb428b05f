import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { tickets } from '../tickets/schema'

/** Who answers while no person does. */
const HOLDERS = ['nobody', 'queue_menu', 'option_menu', 'integration', 'prompt', 'out_of_hours', 'resumed'] as const
/** Why; '' while nothing was decided. */
const REASONS = [
  '',
  'greeted',
  'closed',
  'closed_told',
  'closed_silent',
  'integration',
  'prompt',
  'menu',
  'menu_again',
  'menu_limit',
  'queue_chosen',
  'options',
  'option_left',
  'wrong_choice',
  'wrong_again',
  'same_thought',
  'waits',
  'loop',
  'robot_failed',
  'robot_rests',
  'day_spent',
  'not_in_plan',
  'robot_left',
  'resumed',
  'person',
] as const

const moment = () => integer({ mode: 'timestamp_ms' })

/** Who has a conversation while no person does, and what of it was said already. None stands for a ticket that no robot ever saw. */
export const ticketBots = sqliteTable('ticket_bots', {
  ticketId: integer()
    .primaryKey()
    .references(() => tickets.id, { onDelete: 'cascade' }),
  holder: text({ enum: HOLDERS }).notNull(),
  reason: text({ enum: REASONS }).notNull(),
  /** When the menu of queues was sent last. */
  menuAt: moment(),
  /** It was told that a choice was none; it is told once a menu. */
  wrongTold: integer({ mode: 'boolean' }).notNull().default(false),
  /** The closed periods whose text was said, each by its beginning, one a line: several queues may be closed at once. */
  closedPeriod: text(),
  /** Until when a person wants it quiet. */
  pausedUntil: moment(),
  /** How many messages were answered since a moment, so that two robots do not talk for ever. */
  turns: integer().notNull().default(0),
  turnsSince: moment(),
  /** An answer to the question for a rating was not understood; it is told once. */
  ratingUnclear: integer({ mode: 'boolean' }).notNull().default(false),
  ...timestamps,
})
