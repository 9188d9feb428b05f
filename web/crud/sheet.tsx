import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { OFFICE_TOAST_MS } from '../constants'
import { post, put } from '../kit/api'
import { FormFoot, Sheet } from '../kit/dialog'
import { form } from '../kit/form'
import { t } from '../kit/i18n'
import { MediaField } from '../kit/media-field'
import { freeColor } from '../kit/palette'
import { panelOf, Tabs } from '../kit/tabs'
import { toast } from '../kit/toast'
import { type Body, type Drawn, fieldsOf, valueOf } from './describe'
import { keepFile } from './keep-file'
import { ReadOnly } from './read-only'
import { stillThere } from './still-there'
import { DrawnField, type FieldProps, type NounForm } from './fields'
import { capital, type NounWords, sayer } from './words'

type Values = Record<string, unknown>
const PICTURES = '.png,.jpg,.jpeg,.webp'
/** The tab of the fields. */
const FIELDS = 'fields'
/**
 * How one field differs from what its schema says: another hint, a condition on what the form holds, or a drawing of its own. False
 * leaves it out; one that is not shown is neither checked nor sent.
 */
type FieldChange =
  | false
  | (Partial<Drawn> & {
      when?: (values: Values) => boolean
      draw?: (props: FieldProps) => ReactNode
      /** A colour that no two rows have: those of the others are marked. */
      isDistinct?: true
    })
/** The colours that rows have but this one. */
const colorsOf = (rows: { id: number }[], name: string, row?: { id: number }) =>
  rows.flatMap(other => (other.id === row?.id ? [] : String((other as Values)[name])))
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
  /** The row has a file, or a picture. */
  media?: true | 'picture'
  /** Below the fields of each tab: what will be seen of the row. */
  after?: (form: NounForm, row: R | undefined) => ReactNode
  /** Further tabs beside the one of the other fields, which is called `fields` then, and how wide the sheet is for them. */
  tabs?: (row: R | undefined) => Tab[]
  width?: number
  /** What follows a new row, in the place of a toast. */
  made?: (row: R) => void
}
/** A tab of a sheet, called by the noun's text of its name: a part of the fields, or what it draws by itself and of which fields that is. */
export type Tab = {
  name: string
  fields?: string[]
  draw?: (form: NounForm) => ReactNode
  /** Whether it holds something beside the form that is not kept yet; keeps it, or is false where that is refused. */
  unsaved?: () => boolean
  finish?: () => Promise<boolean>
}
export type SheetProps<R> = { row?: R; rows: R[]; saved: (row: R) => void; close: () => void; isReadOnly?: boolean }
type MediaRow = { mediaPath?: string | null; mediaName?: string | null; mediaType?: string | null }

/** The form of a noun in a sheet at the side: makes a row, or changes one. */
export function NounSheet<R extends { id: number }>({ spec, row, rows, saved, close, isReadOnly }: SheetProps<R> & { spec: SheetSpec<R> }) {
  useSignals()
  const { api, words, body, patch = body, fields: changes = {}, media, made, width } = spec
  const say = sayer(words)
  const [tab, show] = useState(FIELDS)
  /** A tab is drawn when it is first looked at, and stays from then on. */
  const [seen, see] = useState<readonly string[]>([])
  const [{ sheet, fields, tabs, progress }] = useState(() => {
    const progress = signal<number>()
    const schema = row ? patch : body
    const change = (name: string) => changes[name] || {}
    const fields = fieldsOf(schema, body)
      .filter(({ name }) => changes[name] !== false)
      .map(field => ({ ...field, ...change(field.name), ...(change(field.name).isDistinct && { taken: colorsOf(rows, field.name, row) }) }))
    const tabs = spec.tabs?.(row) ?? []
    const entries = Object.fromEntries(
      fields.map(({ name, when }) => [name, v.lazy(() => (!when || when(sheet.values.value) ? schema.entries[name]! : unsent))]),
    )
    const ofTabs = tabs.flatMap(({ draw, fields = [] }) => (draw ? fields : []).map(name => [name, schema.entries[name]!] as const))
    const initial = Object.fromEntries(fields.map(field => [field.name, valueOf(field, row as Values | undefined)]))
    for (const { name, input } of fields) if (input === 'color' && !row) initial[name] = freeColor(colorsOf(rows, name))
    const file = { media: v.optional(v.nullable(v.instance(File))) }
    /** What is stored by now, so that a file that did not go up is sent again for the same row. */
    let known = row
    async function save({ media: chosen, ...values }: Values) {
      const isNew = !known
      for (const { name, input, of } of fields) {
        const ids = values[name]
        if (input === 'references' && Array.isArray(ids)) values[name] = stillThere(of!, ids)
        if (input === 'reference' && typeof ids === 'number' && !stillThere(of!, [ids]).length) values[name] = null
      }
      known = await (known ? put<R>(`${api.path}/${known.id}`, values) : post<R>(api.path, values))
      saved(known)
      await keepFile(`${api.path}/${known.id}`, chosen, progress).catch(error => {
        if (chosen instanceof File) toast.bad(say('fileNotKept'))
        throw error
      })
      if (made && !row) made(known)
      else toast.ok(say(isNew || !row ? 'created' : 'saved'), OFFICE_TOAST_MS)
      close()
    }
    const sheet: NounForm = form(
      v.object({ ...entries, ...Object.fromEntries(ofTabs), ...(media && file) }),
      { ...initial, ...spec.values?.(row, rows) },
      save,
    )
    return { sheet, fields, tabs, progress }
  })
  const choose = (name: string) => {
    show(name)
    see([...seen, name])
  }
  /** What is wrong stands before who is told so. */
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    for (const { name, finish } of tabs) if (finish && !(await finish())) return choose(name)
    if (await sheet.submit()) return
    const wrong = Object.entries(sheet.errors.peek()).flatMap(([name, error]) => (error ? tabOf(name) : []))
    // Drawn at once: the form gives the focus to the first wrong field at the next frame.
    if (wrong.length && !wrong.includes(tab)) flushSync(() => choose(wrong[0]!))
  }
  const tabOf = (field: string) => tabs.find(one => one.fields?.includes(field))?.name ?? FIELDS
  const { mediaPath, mediaName, mediaType } = (row ?? {}) as MediaRow
  const file = {
    label: words.find('media') ?? t('common.file'),
    stored: mediaPath ? { name: mediaName ?? '', address: mediaPath, type: mediaType ?? '' } : undefined,
  }
  const fieldsIn = (tab: string) => {
    const shown = fields.filter(({ name, when }) => tabOf(name) === tab && (!when || when(sheet.values.value)))
    const isWithFile = media && tab === FIELDS
    if (isReadOnly)
      return <ReadOnly fields={shown} row={{ ...row, ...spec.values?.(row, rows) }} words={words} media={isWithFile ? file : undefined} />
    return (
      <>
        {shown.map(({ draw: Draw = DrawnField, when: _, ...field }) => (
          <Draw key={field.name} field={field} form={sheet} words={words} isNew={!row} />
        ))}
        {isWithFile && (
          <MediaField
            {...file}
            accept={media === 'picture' ? PICTURES : undefined}
            value={sheet.values.value['media'] as File | null | undefined}
            change={value => sheet.set('media', value)}
            part={progress.value}
          />
        )}
      </>
    )
  }
  const isDirty = sheet.dirty.value || tabs.some(({ unsaved }) => unsaved?.())
  return (
    <Sheet
      title={isReadOnly ? capital(words.find('one') ?? '') : say(row ? 'edit' : 'new')}
      close={close}
      width={width}
      dirty={!isReadOnly && isDirty}
      onSubmit={isReadOnly ? undefined : submit}
      footer={
        isReadOnly ? (
          <button type="button" className="btn btn-primary" onClick={close}>
            {t('common.close')}
          </button>
        ) : (
          <FormFoot close={close} action={say(row ? 'save' : 'create')} busy={sheet.busy.value} dirty={isDirty} />
        )
      }
    >
      {isReadOnly && <p className="muted mb-3">{words.find('readOnly')}</p>}
      {tabs.length > 0 && (
        <Tabs
          id="sheet"
          label={capital(words.find('one') ?? '')}
          tabs={[{ name: FIELDS }, ...tabs].map(({ name }) => ({ name, label: words.find(name) ?? '' }))}
          chosen={tab}
          choose={choose}
        />
      )}
      {tabs.length ? <div {...panelOf('sheet', FIELDS, tab)}>{fieldsIn(FIELDS)}</div> : fieldsIn(FIELDS)}
      {tabs.map(({ name, draw }) => {
        const panel = panelOf('sheet', name, tab)
        if (draw)
          return (
            <div key={name} {...panel}>
              {seen.includes(name) && draw(sheet)}
            </div>
          )
        return (
          <div key={name} {...panel}>
            {fieldsIn(name)}
          </div>
        )
      })}
      <fieldset disabled={isReadOnly} style={{ display: tabs.some(({ name, draw }) => draw && name === tab) ? 'none' : 'contents' }}>
        {spec.after?.(sheet, row)}
      </fieldset>
    </Sheet>
  )
}
