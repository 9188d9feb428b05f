/** The body of what came without words, and of a file without a name: clients show the body as it is (web/pages/tickets/conversation/preview.tsx reads it). */
export const STAND_INS = {
  image: 'Imagem',
  video: 'Vídeo',
  audio: 'Áudio',
  application: 'Arquivo',
  sticker: 'sticker',
  voiceCall: 'Chamada de voz perdida',
  videoCall: 'Chamada de vídeo perdida',
  unknown: 'Mensagem de um tipo que ainda não é mostrado aqui. Veja no celular.',
} as const
export type StandIn = keyof typeof STAND_INS

const kinds = new Map<string, StandIn>(Object.entries(STAND_INS).map(([kind, words]) => [words, kind as StandIn]))

/** A voice says how long it is, and a call when it came, by the clock of the company. */
const TIMED = /^(?:(Áudio) (\d+:\d\d)|(Chamada de (?:voz|vídeo) perdida) às (\d\d:\d\d))$/u

/** What a text that stands in for words says, whoever reads it in another language. */
export function standInOf(text: string): { kind: StandIn; time: string | undefined } | undefined {
  const [, voice, length, call, at] = TIMED.exec(text) ?? []
  const kind = kinds.get(voice ?? call ?? text)
  return kind && { kind, time: length ?? at }
}
