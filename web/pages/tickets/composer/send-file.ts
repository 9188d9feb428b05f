import { compressImage } from '../../../kit/image'
import { upload } from '../../../kit/upload'

/** A file as a message, with what is said of it; a picture is made smaller first. Its address names it too: a repeated one is known before it is read. */
export async function sendFile(
  path: string,
  fields: Record<string, string>,
  file: File,
  progress = (_part: number) => {},
  abort?: AbortSignal,
) {
  const sent = await compressImage(file)
  abort?.throwIfAborted()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('medias', sent, sent.name)
  await upload(`${path}?${new URLSearchParams({ clientId: fields.clientId! })}`, form, progress, abort)
}
