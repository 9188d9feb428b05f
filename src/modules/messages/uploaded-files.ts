import { AppError } from '#kernel/errors'
import { FILE_BYTES } from '#kernel/http/limits'
import { MAX_FILES } from './body'

/** The files of a form, where there are some, not too many, and none too large or empty. */
export function uploadedFiles(form: FormData, max = MAX_FILES): File[] {
  const files = form.getAll('medias').filter(entry => entry instanceof File)
  if (!files.length) throw new AppError('ERR_FILE_REQUIRED', 400)
  if (files.length > max) throw new AppError('ERR_TOO_MANY_FILES', 400, { max })
  if (files.some(file => file.size > FILE_BYTES)) throw new AppError('ERR_FILE_TOO_LARGE', 413, { megabytes: FILE_BYTES / 2 ** 20 })
  if (files.some(file => file.size === 0)) throw new AppError('ERR_FILE_EMPTY', 400)
  return files
}
