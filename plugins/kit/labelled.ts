import * as v from 'valibot'

type Label = [title: string, description?: string]
type Marks = { secret?: true; multiline?: true; reference?: 'queues'; options?: Record<string, string> }

const label = ([title, description]: Label) => ({ title, ...(description && { description }) })

/** How a field of the settings reads in three languages, and how it is drawn. */
export const labelled = <S extends v.GenericSchema>(schema: S, pt: Label, en: Label, es: Label, marks: Marks = {}) =>
  v.pipe(schema, v.metadata({ ...label(pt), ...marks, en: label(en), es: label(es) }))

export const text = (max: number) => v.pipe(v.string('Required'), v.trim(), v.maxLength(max, 'Too Long!'))
export const required = (max: number) => v.pipe(text(max), v.nonEmpty('Required'))
