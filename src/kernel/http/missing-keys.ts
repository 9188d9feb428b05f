import * as v from 'valibot'

type Part = {
  entries?: Record<string, v.GenericSchema>
  item?: v.GenericSchema
  wrapped?: unknown
  options?: unknown[]
  pipe?: unknown[]
}

/** The schema of a key, wherever in a schema it stands. */
function within(schema: v.GenericSchema, key: unknown): v.GenericSchema | undefined {
  const { entries, item, wrapped, options = [], pipe = [] } = schema as unknown as Part
  const inner = [wrapped, ...options, ...pipe].filter(one => typeof one === 'object' && one !== null && one !== schema) as v.GenericSchema[]
  if (typeof key === 'number' && item) return item
  return entries?.[String(key)] ?? inner.map(one => within(one, key)).find(Boolean)
}

/** What the library says where a schema has no message of its own. */
const LIBRARY = /^Invalid /

/** A key that is missing is told by the sentence that its own schema has for what is no value: the library speaks for the object around it. */
export const saidOfMissing = <Issue extends v.BaseIssue<unknown>>(schema: v.GenericSchema, issues: [Issue, ...Issue[]]) =>
  issues.map(issue => {
    if (!issue.message.startsWith('Invalid key:') || issue.received !== 'undefined') return issue
    const field = issue.path?.reduce<v.GenericSchema | undefined>((found, { key }) => found && within(found, key), schema)
    const said = field && v.safeParse(field, undefined).issues?.[0].message
    return said && !LIBRARY.test(said) ? { ...issue, message: said } : issue
  }) as [Issue, ...Issue[]]
