import samples from './samples.json'

type SampleName = 'image' | 'video' | 'voice' | 'audio' | 'document' | 'sticker'

/** Small valid files that a simulated phone sends when it is given none. */
const SAMPLES: Record<
  SampleName,
  { data: string; mimetype: string; seconds?: number; width?: number; height?: number; fileName?: string }
> = {
  image: { data: samples.image, mimetype: 'image/jpeg', width: 480, height: 320 },
  video: { data: samples.video, mimetype: 'video/mp4', seconds: 2, width: 240, height: 160 },
  voice: { data: samples.voice, mimetype: 'audio/ogg; codecs=opus', seconds: 3 },
  audio: { data: samples.voice, mimetype: 'audio/ogg; codecs=opus', seconds: 3 },
  document: { data: samples.document, mimetype: 'application/pdf', fileName: 'comprovante.pdf' },
  sticker: { data: samples.sticker, mimetype: 'image/webp', width: 512, height: 512 },
}

export function sample(name: SampleName) {
  const { data, ...about } = SAMPLES[name]
  return { ...about, bytes: Buffer.from(data, 'base64') }
}

export const sampleThumbnail = Buffer.from(samples.thumbnail, 'base64')
