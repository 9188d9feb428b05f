import { text } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../context'
import { AppError } from '../errors'
import { FILE_BYTES } from '../http/limits'
import { pictureSize } from './picture'
import { withForm } from './uploaded-form'

/** A file of a row: the hash of its content, and its name and type as its sender gave them. */
export const mediaColumns = () => ({ mediaPath: text(), mediaName: text(), mediaType: text() })
export type MediaOf = { mediaPath: string | null; mediaName: string | null; mediaType: string | null }

/** A row as clients see it: its file by a signed address. */
export const withMediaAddress = <Row extends MediaOf>(ctx: Ctx, row: Row): Row => ({
  ...row,
  mediaPath:
    row.mediaPath &&
    ctx.media.address({ hash: row.mediaPath, mimetype: row.mediaType ?? 'application/octet-stream', fileName: row.mediaName }),
})

/** A MIME type that can stand in a header; parameters are dropped. */
export const mimetypeOf = (type: string) => /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].toLowerCase() ?? 'application/octet-stream'
/** A file's name without signs that steer a terminal or name a folder. */
export const fileNameOf = (name: string) => name.replace(/[\p{Cc}/\\]/gu, '_').slice(0, 200) || 'arquivo'

/** Keeps a file of an upload, which must hold something and no more than a file may. */
export async function storedFile(ctx: Ctx, file: File): Promise<MediaOf & { mediaPath: string; size: number }> {
  if (file.size === 0) throw new AppError('ERR_FILE_EMPTY', 400)
  if (file.size > FILE_BYTES) throw new AppError('ERR_FILE_TOO_LARGE', 413, { megabytes: FILE_BYTES / 2 ** 20 })
  const { hash, size } = await ctx.media.save(new Uint8Array(await file.arrayBuffer()))
  return { mediaPath: hash, mediaName: fileNameOf(file.name), mediaType: mimetypeOf(file.type), size }
}

const PICTURE = /^image\/(png|jpe?g|webp)$/
/** By what it says and by what it is: another would be drawn broken. */
const isPicture = async (file: File) => PICTURE.test(mimetypeOf(file.type)) && (await pictureSize(await file.bytes())) !== null

/** The one file of a multipart upload, stored. Fields beside it are those of older clients and say nothing here. */
export const storedUpload = (ctx: Ctx, request: Request, mustBePicture = false): Promise<MediaOf> =>
  withForm(ctx, request, async form => {
    const file = form.get('file')
    if (!(file instanceof File)) throw new AppError('ERR_FILE_REQUIRED', 400)
    if (mustBePicture && !(await isPicture(file))) throw new AppError('ERR_PICTURE_TYPE', 400)
    const { mediaPath, mediaName, mediaType } = await storedFile(ctx, file)
    return { mediaPath, mediaName, mediaType }
  })
