import * as v from 'valibot'

type Label = [title: string, description?: string]
const label = ([title, description]: Label) => ({ title, ...(description && { description }) })
/** How a field reads in three languages, and how it is drawn. */
export const labelled = <S extends v.GenericSchema>(
  schema: S,
  pt: Label,
  en: Label,
  es: Label,
  marks: { secret?: true; multiline?: true } = {},
) => v.pipe(schema, v.metadata({ ...label(pt), ...marks, en: label(en), es: label(es) }))

export const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, 'Too Long!'))
export const required = (max: number) => v.pipe(v.string('Required'), v.trim(), v.nonEmpty('Required'), v.maxLength(max, 'Too Long!'))
export const whole = (min: number, max: number) => v.pipe(v.number('number'), v.integer('number'), v.minValue(min), v.maxValue(max))
