import type { Ctx } from '#kernel/context'
import { storedFor } from '#kernel/media/release-files'
import { pictureSize } from '#kernel/media/picture'
import { toVoiceNote } from '#kernel/media/voice'
import { fileNameOf, type MediaOf, mimetypeOf } from '#kernel/media/row-file'
import type { StoredFile } from './say'

const none = { voice: false, seconds: null, waveform: null, width: null, height: null }
const PICTURES = /^image\/(jpeg|png|webp|gif)$/

type Sent = { file: File; caption: string; voice: boolean }

/** Stores a file that somebody sends and says what kind of message it becomes. A voice recording becomes a voice note. */
export async function storeUpload(ctx: Ctx, { file, caption, voice }: Sent): Promise<StoredFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (voice) {
    const note = await ctx.inTurn('voice', () => toVoiceNote(bytes))
    const { hash, size } = await ctx.media.save(note.data)
    const waveform = Buffer.from(note.waveform).toString('base64')
    const about = { mimetype: 'audio/ogg; codecs=opus', fileName: null, voice: true, seconds: note.seconds, waveform }
    return { mediaType: 'audio', caption: '', media: { ...none, hash, size, ...about } }
  }
  const mimetype = mimetypeOf(file.type)
  const fileName = fileNameOf(file.name)
  const { hash, size } = await ctx.media.save(bytes)
  const kind = mimetype.split('/')[0]!
  const mediaType =
    kind === 'image' ? (PICTURES.test(mimetype) ? 'image' : 'application') : kind === 'video' || kind === 'audio' ? kind : 'application'
  const extent = mediaType === 'image' ? await pictureSize(bytes) : null
  return { mediaType, caption, media: { ...none, ...extent, hash, size, mimetype, fileName } }
}

/** Uploads for what is done with all of them. */
export const withStored = <T>(ctx: Ctx, uploads: Sent[], work: (stored: StoredFile[]) => Promise<T>): Promise<T> =>
  storedFor(ctx, uploads, { store: upload => storeUpload(ctx, upload), hashOf: ({ media }) => media.hash }, work)

/** A file that is kept with a row, as it becomes a message. */
export function storedMedia(
  ctx: Ctx,
  { mediaPath: hash, mediaName: fileName, mediaType }: MediaOf & { mediaPath: string },
  caption: string,
): StoredFile {
  const mimetype = mediaType ?? 'application/octet-stream'
  const kind = mimetype.split('/')[0]!
  return {
    mediaType: ['image', 'video', 'audio'].includes(kind) ? kind : 'application',
    caption,
    media: { ...none, hash, size: ctx.media.read(hash).size, mimetype, fileName },
  }
}
