import * as v from 'valibot'

export const DEFAULT_COLOR = '#A4CCCC'

export const TagBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(3, 'Mensagem muito curta'), v.maxLength(60, 'Too Long!')),
  color: v.optional(
    v.pipe(
      v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'Cor inválida'))])),
      v.transform(color => color || DEFAULT_COLOR),
    ),
  ),
  kanban: v.optional(
    v.pipe(
      v.nullable(v.union([v.boolean(), v.literal(0), v.literal(1), v.literal('0'), v.literal('1')])),
      v.transform(on => (Number(on) ? 1 : 0)),
    ),
  ),
})
