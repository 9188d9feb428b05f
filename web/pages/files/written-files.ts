import { signal } from '@preact/signals-react'
import type { files } from '../../../src/modules/files'
import { fileApi } from '../../../src/modules/files/api'
import { MAX_FILES } from '../../../src/modules/files/body'
import { FILE_BYTES } from '../../constants'
import { upload } from '../../kit/upload'
import type { RowOf } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { words } from './texts'
import { uuid } from '../../kit/uuid'

export type FileList = RowOf<typeof files>

/** An option as it is written: one that is stored has an id, and one whose file is yet to go up holds it. */
export type Draft = { key: string; id: number | null; name: string; path: string; size: number | null; file: File | null }

export const draftsOf = (list?: FileList): Draft[] =>
  (list?.options ?? []).map(({ id, name, path, size }) => ({ key: String(id), id, name, path, size, file: null }))

const withoutEnding = (name: string) => name.replace(/\.[^.]{1,8}$/, '') || name

/** The drafts with new files behind them, as far as there is room; what can't be sent is told. */
export function withFiles(drafts: Draft[], chosen: Iterable<File>): Draft[] {
  const added: Draft[] = []
  for (const file of chosen) {
    if (file.size > FILE_BYTES) toast.bad(words('tooLarge', { name: file.name }))
    else if (!file.size) toast.bad(words('empty', { name: file.name }))
    else if (drafts.length + added.length >= MAX_FILES) toast.bad(words('full', { max: MAX_FILES }))
    else
      added.push({
        key: uuid(),
        id: null,
        name: withoutEnding(file.name).slice(0, 100),
        path: file.name,
        size: file.size,
        file,
      })
  }
  return [...drafts, ...added]
}

/** One of the drafts at another place. */
export function moved(drafts: Draft[], key: string, to: number) {
  const one = drafts.find(draft => draft.key === key)
  if (!one) return drafts
  return drafts.filter(draft => draft !== one).toSpliced(Math.max(0, Math.min(to, drafts.length - 1)), 0, one)
}

/** How much of the file that goes up now is there, from 0 to 1. */
export const progress = signal<{ key: string; part: number }>()

/** Sends the files that are not there yet, one after another; each that came is told, so that it is not sent again. */
export async function sendFiles(listId: number, drafts: Draft[], came: (key: string) => void) {
  for (const { key, id, name, file } of drafts) {
    if (!file) continue
    const form = new FormData()
    for (const [field, value] of Object.entries({ fileId: listId, typeArch: 'fileList', mediaType: file.type, name, id })) {
      form.append(field, String(value))
    }
    form.append('files', file)
    progress.value = { key, part: 0 }
    await upload(`${fileApi.path}/uploadList/${listId}`, form, part => (progress.value = { key, part })).finally(
      () => (progress.value = undefined),
    )
    came(key)
  }
}
