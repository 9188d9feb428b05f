import * as v from 'valibot'
import { saidOfMissing } from '../http/missing-keys'

/** What is wrong with a row, by its fields; `limits` are the lengths that they may have, where that is what is wrong. */
export type Wrong = { details: Partial<Record<string, string[]>>; limits?: Record<string, number> }

/** By hand: what valibot has for it would come with the login, with which the browser loads all that is used of valibot. */
function wrongOf(issues: readonly v.BaseIssue<unknown>[]): Wrong {
  const details: Record<string, string[]> = {}
  const limits: Record<string, number> = {}
  for (const { path = [], message, type, requirement } of issues) {
    const field = path.map(({ key }) => key).join('.')
    ;(details[field] ??= []).push(message)
    if (type.endsWith('_length') && typeof requirement === 'number') limits[field] = requirement
  }
  return { details, limits }
}

/** Looks at a row of a spreadsheet: in the browser before it is sent, and where it is taken. */
export function checkRow<S extends v.GenericSchema>(schema: S, given: unknown): { row: v.InferOutput<S> } | { wrong: Wrong } {
  const parsed = v.safeParse(schema, given)
  return parsed.success ? { row: parsed.output } : { wrong: wrongOf(saidOfMissing(schema, parsed.issues)) }
}
