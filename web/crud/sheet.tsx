import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { OFFICE_TOAST_MS } from '../constants'
import { del, post, put, upload } from '../kit/api'
import { FormFoot, Sheet } from '../kit/dialog'
import { form } from '../kit/form'
import { t } from '../kit/i18n'
import { MediaField } from '../kit/media-field'
import { freeColor } from '../kit/palette'
import { toast } from '../kit/toast'
import { type Body, type Drawn, fieldsOf, valueOf } from './describe'
import { DrawnField, type FieldProps, type NounForm } from './fields'
import { Parts } from './parts'
import { capital, type NounWords, sayer } from './words'

type Values = Record<string, unknown>
/**
 * How one field differs from what its schema says: another hint, a condition on what the form holds, or a drawing of its own. False
 * leaves it out; one that is not shown is neither checked nor sent.
 */
type FieldChange = false | (Partial<Drawn> & { when?: (values: Values) => boolean; draw?: (props: FieldProps) => ReactNode })
const unsent = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

export type SheetSpec<R extends { id: number }> = {
  api: { path: string }
  words: NounWords
  body: Body
  /** What a change is checked with, where it differs. */
  patch?: Body
  fields?: Record<string, FieldChange>
  /** What the form begins with, where the row does not hold it under the field's name. */
  values?: (row: R | undefined, rows: R[]) => Values
  /** A long form in parts, each behind a tab with the noun's text of its name: their fields, of which those of no part stand in the first. */
  parts?: Record<string, string[]>
  /** The row has a file. */
  media?: boolean
  /** Below the fields: what will be seen of the row. */
  after?: (form: NounForm, row: R | undefined) => ReactNode
  /** What follows a new row, in the place of a toast. */
  made?: (row: R) => void
}
export type SheetProps<R> = { row?: R; rows: R[]; saved: (row: R) => void; close: () => void; isReadOnly?: boolean }
type MediaRow = { mediaPath?: string | null; mediaName?: string | null; mediaType?: string | null }

/** The form of a noun in a sheet at the side: makes a row, or changes one. */
export function NounSheet<R extends { id: number }>({ spec, row, rows, saved, close, isReadOnly }: SheetProps<R> & { spec: SheetSpec<R> }) {
  useSignals()
  const { api, words, body, patch = body, fields: changes = {}, parts, media, made } = spec
  const say = sayer(words)
  const [{ sheet, fields, progress }] = useState(() => {
    const progress = signal<number>()
    const schema = row ? patch : body
    const change = (name: string) => changes[name] || {}
    const fields = fieldsOf(schema, body)
      .filter(({ name }) => changes[name] !== false)
      .map(field => ({ ...field, ...change(field.name) }))
    const entries = Object.fromEntries(
      fields.map(({ name, when }) => [name, v.lazy(() => (!when || when(sheet.values.value) ? schema.entries[name]! : unsent))]),
    )
    const initial = Object.fromEntries(fields.map(field => [field.name, valueOf(field, row as Values | undefined)]))
    for (const { name, input } of fields)
      if (input === 'color' && !row) initial[name] = freeColor(rows.map(other => String((other as Values)[name])))
    const file = { media: v.optional(v.nullable(v.instance(File))) }
    /** What is stored by now, so that a file that did not go up is sent again for the same row. */
    let known = row
    async function save({ media: chosen, ...values }: Values) {
      const isNew = !known
      known = await (known ? put<R>(`${api.path}/${known.id}`, values) : post<R>(api.path, values))
      saved(known)
      const address = `${api.path}/${known.id}/media-upload`
      if (chosen === null) await del(address)
      if (chosen instanceof File) {
        const upped = new FormData()
        upped.set('file', chosen)
        progress.value = 0
        await upload(address, upped, part => (progress.value = part))
          .catch(error => {
            toast.bad(say('fileNotKept'))
            throw error
          })
          .finally(() => (progress.value = undefined))
      }
      if (made && !row) made(known)
      else toast.ok(say(isNew || !row ? 'created' : 'saved'), OFFICE_TOAST_MS)
      close()
    }
    const sheet: NounForm = form(v.object({ ...entries, ...(media && file) }), { ...initial, ...spec.values?.(row, rows) }, save)
    return { sheet, fields, progress }
  })
  const { mediaPath, mediaName, mediaType } = (row ?? {}) as MediaRow
  const stored = mediaPath ? { name: mediaName ?? '', address: mediaPath, type: mediaType ?? '' } : undefined
  return (
    <Sheet
      title={isReadOnly ? capital(words.find('one') ?? '') : say(row ? 'edit' : 'new')}
      close={close}
      dirty={!isReadOnly && sheet.dirty.value}
      onSubmit={isReadOnly ? undefined : sheet.submit}
      footer={
        isReadOnly ? (
          <button type="button" className="btn btn-primary" onClick={close}>
            {t('common.close')}
          </button>
        ) : (
          <FormFoot close={close} action={say(row ? 'save' : 'create')} busy={sheet.busy.value} dirty={sheet.dirty.value} />
        )
      }
    >
      {isReadOnly && <p className="muted mb-3">{words.find('readOnly')}</p>}
      <fieldset disabled={isReadOnly} style={{ display: 'contents' }}>
        <Parts parts={parts} fields={fields} words={words} errors={sheet.errors}>
          {({ draw: Draw = DrawnField, when, ...field }) =>
            (!when || when(sheet.values.value)) && <Draw key={field.name} field={field} form={sheet} words={words} isNew={!row} />
          }
        </Parts>
        {media && (
          <MediaField
            label={words.find('media') ?? t('common.file')}
            stored={stored}
            value={sheet.values.value['media'] as File | null | undefined}
            change={value => sheet.set('media', value)}
            part={progress.value}
          />
        )}
        {spec.after?.(sheet, row)}
      </fieldset>
    </Sheet>
  )
}
