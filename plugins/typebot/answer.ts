import * as v from 'valibot'

/** What is read of an answer of Typebot. */
export const Answer = v.object({
  messages: v.array(v.object({ content: v.optional(v.unknown()) })),
  input: v.nullish(v.object({ type: v.optional(v.string()), items: v.optional(v.unknown()), options: v.optional(v.unknown()) })),
})
const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
export const Started = v.object({ ...Answer.entries, sessionId: Id, resultId: v.nullish(Id) })
export type Answer = v.InferOutput<typeof Answer>

/** Where a file of the customer may be put: a form of the storage, and the address that the flow is told. */
export const Granted = v.object({
  presignedUrl: v.pipe(v.string(), v.url()),
  formData: v.record(v.string(), v.string()),
  fileUrl: v.pipe(v.string(), v.url()),
})

/** As what an input takes a file: as its whole answer, beside a text, or a sound in the place of one. */
export type Taking = 'file' | 'attachment' | 'audio'
type Parts = Partial<Record<string, { isEnabled?: unknown } | null>> | null | undefined

export function takenBy({ input }: Answer): Taking[] {
  if (input?.type === 'file input') return ['file']
  if (input?.type !== 'text input') return []
  const isOn = (part: string) => (input.options as Parts)?.[part]?.isEnabled === true
  return [...(isOn('audioClip') ? (['audio'] as const) : []), ...(isOn('attachments') ? (['attachment'] as const) : [])]
}
