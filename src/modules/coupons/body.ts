import * as v from 'valibot'
import { Day, Flag, Money, Ref, Whole } from '#kernel/fields'

/** As it is compared: whoever types it minds neither case nor blanks. */
const Code = v.pipe(
  v.string('Obrigatório'),
  v.trim(),
  v.minLength(1, 'Obrigatório'),
  v.maxLength(30, 'Too Long!'),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$/, 'Use letras, números e hífen'),
)

export const CouponBody = v.object({
  code: Code,
  /** A share of the price of the plan; left empty, the amount stands. */
  percent: v.pipe(Whole(1, 100), v.metadata({ examples: [10] })),
  value: v.optional(v.pipe(Money, v.metadata({ examples: [0] })), 0),
  invoices: v.optional(Whole(1, 120)),
  /** The last day on which it is taken. */
  validUntil: Day,
  planId: Ref('plans'),
  maxUses: v.optional(Whole(1, 100_000)),
  isActive: v.optional(Flag, true),
})

export const RedeemBody = v.object({ code: Code })
