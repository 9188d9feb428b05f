import * as v from 'valibot'
import { RequiredLong } from '#kernel/fields'
import { Reference } from '#kernel/ids'

/** Of one list, because all of them go to a customer one after another. */
export const MAX_FILES = 10

const Option = v.object({
  /** Of one that is there; without it, a new one. */
  id: Reference,
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(100, 'Too Long!')),
})

export const FileListBody = v.object({
  name: v.pipe(
    v.string('Obrigatório'),
    v.trim(),
    v.minLength(1, 'Obrigatório'),
    v.minLength(3, 'nome muito curto'),
    v.maxLength(100, 'Too Long!'),
  ),
  message: RequiredLong(4000),
  /** All of them, in the order in which they are sent; those left out go. */
  options: v.optional(v.pipe(v.array(Option), v.maxLength(MAX_FILES, 'Too Long!'))),
})

/** The name that a file has in its list goes with it, unless it says no more than the file's own. */
export const captionOf = (name: string, fileName: string | null) =>
  name === fileName || name === fileName?.replace(/\.[^.]{1,8}$/, '') ? '' : name
