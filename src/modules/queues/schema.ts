import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import type { Hours } from '../companies'
import { companies } from '../companies/schema'

export const queues = sqliteTable(
  'queues',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    color: text().notNull(),
    greetingMessage: text().notNull().default(''),
    outOfHoursMessage: text().notNull().default(''),
    schedules: text({ mode: 'json' }).$type<Hours[]>().notNull().default([]),
    orderQueue: integer(),
    integrationId: integer(),
    promptId: integer(),
    ...mediaColumns(),
    ...timestamps,
  },
  t => [uniqueIndex('queues_company_name').on(t.companyId, t.name), uniqueIndex('queues_company_color').on(t.companyId, t.color)],
)
