import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { fileApi } from '../../../src/modules/files/api'
import { FileListBody } from '../../../src/modules/files/body'
import type { SheetProps } from '../../crud/sheet'
import { sayer } from '../../crud/words'
import { OFFICE_TOAST_MS } from '../../constants'
import { post, put } from '../../kit/api'
import { FormFoot, Sheet } from '../../kit/dialog'
import { errorText } from '../../kit/errors'
import { AreaField, TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { toast } from '../../kit/toast'
import { type Draft, draftsOf, type FileList, sendFiles } from './written-files'
import { FileRows } from './rows'
import { words } from './texts'

/** Makes a list, or changes one. Its names are kept first, then its files go up one by one; what did not go up is sent again by the next save. */
export function FileSheet({ row, saved, close }: SheetProps<FileList>) {
  useSignals()
  const say = sayer(words)
  const [sheet] = useState(() => {
    let known = row
    const options = draftsOf(row)
    const sheet = form(FileListBody, { name: row?.name ?? '', message: row?.message ?? '', options }, async body => {
      const list = await (known ? put<FileList>(`${fileApi.path}/${known.id}`, body) : post<FileList>(fileApi.path, body))
      known = list
      saved(list)
      const drafts = () => sheet.values.peek().options as Draft[]
      const set = (next: Draft[]) => sheet.set('options', next)
      set(drafts().map((draft, i) => ({ ...draft, id: list.options[i]!.id })))
      await sendFiles(list.id, drafts(), key => set(drafts().map(draft => (draft.key === key ? { ...draft, file: null } : draft)))).catch(
        (error: unknown) => {
          throw fieldError('options', `${say('fileNotKept')} ${errorText(error)}`)
        },
      )
      toast.ok(say(row ? 'saved' : 'created'), OFFICE_TOAST_MS)
      close()
    })
    return sheet
  })
  const { errors, values, busy, dirty } = sheet
  return (
    <Sheet
      title={row ? row.name : say('new')}
      close={close}
      dirty={dirty.value}
      onSubmit={event => void sheet.submit(event)}
      footer={<FormFoot close={close} action={say(row ? 'save' : 'create')} busy={busy.value} dirty={dirty.value} />}
    >
      <TextField label={words('name')} error={errors.value.name} maxLength={100} {...sheet.field('name')} />
      <AreaField
        label={words('message')}
        help={words('messageHelp')}
        error={errors.value.message}
        rows={4}
        maxLength={4000}
        {...sheet.field('message')}
      />
      <FileRows
        drafts={values.value.options as Draft[]}
        change={drafts => sheet.set('options', drafts)}
        error={errors.value.options}
        locked={busy.value}
      />
    </Sheet>
  )
}
