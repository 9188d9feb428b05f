import { here } from './sources'

/**
 * The statements that give a table its sort_name, by which lists of names stand without case and accents: those that migration 0060 has for
 * tags. It is no part of the schema.
 */
export async function sortedBy(table: string, column: string) {
  const names = await Bun.file(here('migrations/0060_names-in-order.sql')).text()
  const [tags] = /^ALTER TABLE tags ADD COLUMN[^]*?tags_sort_update[^]*?^END;$/m.exec(names)!
  return tags.replace(/\btags(?=_sort|\b)/g, table).replace(/\bname\b/g, column)
}

const BREAK = '\n--> statement-breakpoint\n'
/** Puts statements before the first index of the table, which may stand in their order, or at the end of its migration. */
export function beforeIndexes(migration: string, table: string, statements: string) {
  const all = migration.trim() ? migration.trimEnd().split(/-->\s*statement-breakpoint\n/) : []
  const parts = all.map(one => one.trim())
  const first = parts.findIndex(one => new RegExp(`^CREATE (UNIQUE )?INDEX .* ON [\`"]?${table}\\b`).test(one))
  return `${parts.toSpliced(first < 0 ? parts.length : first, 0, statements).join(BREAK)}\n`
}

/** Tables whose index in a migration stands by a sort_name that neither it nor an earlier one gives them. */
export function standsUnsorted(migration: string, earlier: string[]) {
  const asking = [...migration.matchAll(/^CREATE (?:UNIQUE )?INDEX .* ON [`"]?(\w+)[`"]? \(.*\bsort_name\b/gm)].map(match => match[1]!)
  const gives = (text: string, table: string) =>
    new RegExp(`^ALTER TABLE [\`"]?${table}[\`"]? ADD COLUMN [\`"]?sort_name\\b`, 'm').test(text)
  return asking.filter(table => ![migration, ...earlier].some(text => gives(text, table)))
}
