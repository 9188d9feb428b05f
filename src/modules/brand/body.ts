import * as v from 'valibot'
import { Address, Color, LongText } from '#kernel/fields'
import { RowId } from '#kernel/ids'

/** What a picture of the brand is for: the six names of older clients, and the picture beside the sign-in. */
export const TARGETS = ['login', 'signup', 'interno', 'favicon', 'favicon-256x256', 'apple-touch-icon', 'picture'] as const
export type Target = (typeof TARGETS)[number]

const MB = 1024 * 1024
export const maxBytes = (target: Target) => (target === 'picture' ? 3 * MB : MB)
/** What a browser offers to choose from; the server looks at the bytes. */
export const accepts = (target: Target) => (target === 'picture' ? '.png,.jpg,.jpeg,.webp' : '.png,.ico,.svg')

const Line = (max: number) =>
  v.pipe(
    v.nullable(v.string()),
    v.transform(text => text ?? ''),
    v.trim(),
    v.maxLength(max, 'Too Long!'),
    v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
  )
/** Each theme has its own; three signs are short for six. */
const Hex = v.pipe(
  Color(''),
  v.transform(color => (color.length === 4 ? color.replace(/[\da-f]/gi, sign => sign + sign) : color).toLowerCase()),
)

/** What of the brand is written; what is left out stays, what is empty is as the product comes. */
export const BrandBody = v.object({
  name: v.optional(Line(60)),
  color: v.optional(Hex),
  colorDark: v.optional(Hex),
  loginText: v.optional(Line(120)),
  helpText: v.optional(LongText(500, 'Too Long!')),
  helpLink: Address(),
  mailFooter: v.optional(LongText(500, 'Too Long!')),
})

export const TargetParam = v.object({ target: v.picklist(TARGETS) })
/** Whose brand; left out, the own one. */
export const OfReseller = v.object({ resellerId: v.optional(RowId) })
/** As older clients name it. */
export const RefQuery = v.object({ ref: v.picklist(TARGETS) })
export const ColorsQuery = v.object({ color: v.optional(Hex, ''), colorDark: v.optional(Hex, '') })

/** A brand as one file. */
export const BrandFile = v.object({
  format: v.literal('brand'),
  version: v.literal(1),
  brand: BrandBody,
  files: v.pipe(
    v.array(
      v.object({
        target: v.picklist(TARGETS),
        fileName: v.pipe(v.string(), v.maxLength(300)),
        data: v.pipe(v.string(), v.maxLength(5 * MB), v.base64()),
      }),
    ),
    v.maxLength(TARGETS.length),
  ),
})
