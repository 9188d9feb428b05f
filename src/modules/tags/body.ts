import * as v from 'valibot'
import { Color } from '#kernel/fields'
import { RowId } from '#kernel/ids'

export const DEFAULT_COLOR = '#A4CCCC'

export const TagBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(3, 'Mensagem muito curta'), v.maxLength(60, 'Too Long!')),
  color: v.optional(Color(DEFAULT_COLOR)),
  kanban: v.optional(
    v.pipe(
      v.nullable(v.union([v.boolean(), v.literal(0), v.literal(1), v.literal('0'), v.literal('1')])),
      v.metadata({ input: 'switch' }),
      v.transform(on => (Number(on) ? 1 : 0)),
    ),
  ),
})

/** The lanes of the board from left to right. */
export const BoardOrder = v.object({ tagIds: v.pipe(v.array(RowId), v.maxLength(500)) })
