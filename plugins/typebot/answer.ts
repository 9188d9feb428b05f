import * as v from 'valibot'

/** What is read of an answer of Typebot. */
export const Answer = v.object({
  messages: v.array(v.object({ content: v.optional(v.unknown()) })),
  input: v.nullish(v.object({ items: v.optional(v.unknown()) })),
})
const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
export const Started = v.object({ ...Answer.entries, sessionId: Id, resultId: v.nullish(Id) })
export type Answer = v.InferOutput<typeof Answer>
