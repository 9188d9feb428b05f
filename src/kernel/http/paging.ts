import * as v from 'valibot'
import { CivilDate } from '../fields'
import { RowId } from '../ids'

export const Id = v.object({ id: RowId })

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
/** Search text, without control characters: a NUL would end the text inside SQLite. */
export const searchParam = v.optional(
  v.pipe(
    text(200),
    v.transform(words => words.replace(/\p{Cc}/gu, ' ').trim()),
  ),
  '',
)
export const pageNumber = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{0,7}$/),
    v.transform(page => Math.max(1, Number(page))),
  ),
  '1',
)
/** The cursor of a list in the order of its ids: the last id that is known. Left empty it begins. */
export const after = v.optional(v.pipe(v.string(), v.regex(/^\d{0,15}$/), v.transform(Number)), '0')
export const Page = v.object({ searchParam, pageNumber })
export type Page = v.InferOutput<typeof Page>

const idList = (most: number) =>
  v.optional(
    v.pipe(
      text(10_000),
      v.transform(value => {
        try {
          return value.trim() ? (JSON.parse(value) as unknown) : []
        } catch {
          return null
        }
      }),
      v.array(RowId),
      v.transform(ids => [...new Set(ids)]),
      v.maxLength(most),
    ),
  )
/** `[1,2]` as JSON text, the form in which existing clients send lists. */
export const IdList = idList(500)
/** As many tags as a person's own list may be of (`modules/users/body.ts`). A row must have all: each is looked for by itself in every row, so they are few. */
const MOST_TAGS = 20
export const TagList = idList(MOST_TAGS)

/** A civil date, YYYY-MM-DD; left empty it is none. */
export const day = v.optional(
  v.pipe(
    v.union([v.literal(''), CivilDate], 'Informe o dia'),
    v.transform(text => text || undefined),
  ),
)
