import type { Ctx } from '../context'
import { AppError, invalid } from '../errors'
import { bodyCame } from '../http/after-body'
import { FORM_PARTS, FORM_TEXT, UPLOAD_BYTES } from '../http/limits'
import { minimumRate } from '../http/minimum-rate'
import { RESERVE_BYTES } from './media-store'

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^";]{1,200})"|([^";]{1,200}))/i

/** A form of files: another kind, and one of a million parts, is read for seconds, in which nobody else is served. */
async function formOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = (quoted ?? plain)?.trim()
  if (!boundary) throw invalid()
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = `--${boundary}`
  for (let at = all.indexOf(mark), parts = 0; at >= 0; at = all.indexOf(mark, at + mark.length)) if (++parts > FORM_PARTS) throw invalid()
  // The parser divides by what was counted.
  const form = await new Response(bytes, { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
    .formData()
    .catch(() => {
      throw invalid()
    })
  return withLineFeeds(form)
}

/**
 * A form ends each line of its texts by CRLF, whatever stood in the page; what is stored and sent ends it by LF. A NUL in one is refused as in
 * JSON: the database ends a text there, and others read on.
 */
function withLineFeeds(form: FormData) {
  const plain = new FormData()
  let letters = 0
  for (const [name, value] of form)
    if (typeof value !== 'string') plain.append(name, value, value.name)
    else if ((letters += value.length) > FORM_TEXT) throw new AppError('ERR_BODY_TOO_LARGE', 413)
    else if (value.includes('\0')) throw invalid()
    else plain.append(name, value.replaceAll('\r\n', '\n'))
  return plain
}

/**
 * A form with files. Its sender may take as long as the network does, so it is written as it comes, and only what came whole is in memory,
 * as part of its company's share, while the work runs. On a disk that is nearly full it is refused unread.
 */
export async function withForm<T>({ media, companyId }: Ctx, request: Request, work: (form: FormData) => Promise<T>): Promise<T> {
  if ((await media.free()) < RESERVE_BYTES) throw new AppError('ERR_STORAGE', 503, { reason: 'disk_full' })
  return media.spooled(measured(request.body), file =>
    media.holding(
      file.size,
      async () => {
        const form = await formOf(await file.bytes(), request.headers.get('content-type') ?? '')
        await bodyCame(request)
        return work(form)
      },
      companyId,
    ),
  )
}

/** A body up to the size that an upload may have, from a sender that does not stall. */
export async function* measured(body: ReadableStream<Uint8Array> | null, windowMs?: number) {
  if (!body) throw invalid()
  const reader = body.getReader()
  const steady = minimumRate(reader, windowMs)
  try {
    for (let size = 0; ;) {
      const { done, value } = await steady.read().catch(() => {
        throw invalid()
      })
      if (done) return
      size += value.length
      if (size > UPLOAD_BYTES) throw new AppError('ERR_BODY_TOO_LARGE', 413)
      yield value
    }
  } finally {
    steady.end()
    reader.cancel().catch(() => undefined)
  }
}
