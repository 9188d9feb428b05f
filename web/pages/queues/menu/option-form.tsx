import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { queueOptionApi } from '../../../../src/modules/queue-options/api'
import { QueueOptionBody } from '../../../../src/modules/queue-options/body'
import { keepFile } from '../../../crud/keep-file'
import { post, put } from '../../../kit/api'
import { AreaField, TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { t } from '../../../kit/i18n'
import { MediaField } from '../../../kit/media-field'
import { toast } from '../../../kit/toast'
import { words } from '../texts'
import { addId, type Edited, lineId, type Menu, type Option } from './editing'

const { title, message } = QueueOptionBody.entries
const Written = v.object({ title, message, media: v.optional(v.nullable(v.instance(File))) })

/** The form of an option, and how much of its file has gone up. */
function formOf(menu: Menu, edited: Edited) {
  const progress = signal<number>()
  /** What is stored by now, so that a file that did not go up is sent again for the same row. */
  let known = 'option' in edited ? edited.option : undefined
  const parentId = 'option' in edited ? edited.option.parentId : edited.below
  const written = form(Written, { title: known?.title ?? '', message: known?.message ?? '' }, async ({ media, ...values }) => {
    const { path } = queueOptionApi
    known = await (known ? put<Option>(`${path}/${known.id}`, values) : post<Option>(path, { ...values, queueId: menu.queueId, parentId }))
    menu.list.put(known, true)
    await keepFile(`${path}/${known.id}`, media, progress).catch(error => {
      toast.bad(words('optionFileNotKept'))
      throw error
    })
    menu.shown.value = known.id
    menu.edited.value = undefined
  })
  /** What has the focus afterwards: the option that was changed, or the way to one more. */
  const next = 'option' in edited ? [lineId(edited.option.id)] : [addId(parentId), lineId(parentId)]
  return { ...written, progress, next }
}

/** Writes an option where it stands in the tree; it is inside the form of the queue, and so none of its own. */
export function OptionEditor({ menu, edited, n }: { menu: Menu; edited: Edited; n: number }) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const [written] = useState(() => formOf(menu, edited))
  useEffect(() => {
    menu.writing.value = written
    box.current?.querySelector('input')?.focus()
    return () => {
      if (menu.writing.peek() === written) menu.writing.value = undefined
      // The field that had it is gone, and the keys of the sheet with it.
      if (document.activeElement === document.body)
        written.next
          .map(id => document.getElementById(id))
          .find(Boolean)
          ?.focus()
    }
  }, [menu, written])
  const option = 'option' in edited ? edited.option : undefined
  const stored = option?.mediaPath ? { name: option.mediaName ?? '', address: option.mediaPath, type: option.mediaType ?? '' } : undefined
  const cancel = () => (menu.edited.value = undefined)
  const keys = (event: KeyboardEvent) => {
    const isLong = event.target instanceof HTMLTextAreaElement
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
    } else if (event.key === 'Enter' && (isLong ? event.ctrlKey || event.metaKey : event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      event.stopPropagation()
      void written.submit()
    }
  }
  const { values, errors, busy } = written
  return (
    <div ref={box} className="node is-edit" role="group" aria-label={words('optionForm', { n })} onKeyDown={keys}>
      <span className="ord">{n}</span>
      <div className="write">
        <TextField label={words('optionTitle')} error={errors.value.title} maxLength={100} {...written.field('title')} />
        <AreaField
          label={words('optionMessage')}
          help={words('optionMessageHelp')}
          error={errors.value.message}
          rows={4}
          maxLength={4000}
          {...written.field('message')}
        />
        <MediaField
          label={t('common.file')}
          stored={stored}
          value={values.value.media}
          change={media => written.set('media', media)}
          part={written.progress.value}
        />
        <div className="foot">
          <button type="button" className="btn btn-quiet btn-sm" onClick={cancel}>
            {t('common.cancel')}
          </button>
          <button type="button" className="btn btn-plain btn-sm" aria-busy={busy.value} onClick={() => void written.submit()}>
            {words('optionDone')}
          </button>
        </div>
      </div>
    </div>
  )
}
