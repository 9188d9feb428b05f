import * as v from 'valibot'

/** What is wrong with a row, by its fields; `limits` are the lengths that they may have, where that is what is wrong. */
export type Wrong = { details: Partial<Record<string, string[]>>; limits?: Record<string, number> }

const limitsOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  Object.fromEntries(
    issues.flatMap(issue =>
      issue.type.endsWith('_length') && typeof issue.requirement === 'number' ? [[v.getDotPath(issue), issue.requirement]] : [],
    ),
  )

/** Looks at a row of a spreadsheet: in the browser before it is sent, and where it is taken. */
export function checkRow<S extends v.GenericSchema>(schema: S, given: unknown): { row: v.InferOutput<S> } | { wrong: Wrong } {
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return { row: parsed.output }
  return { wrong: { details: (v.flatten(parsed.issues).nested ?? {}) as Wrong['details'], limits: limitsOf(parsed.issues) } }
}
