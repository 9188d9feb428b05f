import type { Language } from '#modules/companies'
import type { StandIn } from '#modules/messages'

type Texts = {
  waiting(queue: string | null): string
  yours: string
  message: string
  mention(by: string): string
  /** What came without words. */
  kinds: Record<StandIn, string>
  callAt(time: string): string
}

export const TEXTS: Record<Language, Texts> = {
  pt: {
    waiting: queue => (queue ? `Espera em ${queue}` : 'Espera por atendimento'),
    yours: 'Passou para você',
    message: 'Nova mensagem',
    mention: by => `${by} citou você`,
    kinds: {
      image: 'Foto',
      video: 'Vídeo',
      audio: 'Áudio',
      application: 'Documento',
      sticker: 'Figurinha',
      voiceCall: 'Chamada de voz perdida',
      videoCall: 'Chamada de vídeo perdida',
      unknown: 'Mensagem que só o celular mostra',
    },
    callAt: time => `às ${time}`,
  },
  en: {
    waiting: queue => (queue ? `Waits in ${queue}` : 'Waits to be served'),
    yours: 'Was handed to you',
    message: 'New message',
    mention: by => `${by} mentioned you`,
    kinds: {
      image: 'Photo',
      video: 'Video',
      audio: 'Audio',
      application: 'Document',
      sticker: 'Sticker',
      voiceCall: 'Missed voice call',
      videoCall: 'Missed video call',
      unknown: 'Message that only the phone shows',
    },
    callAt: time => `at ${time}`,
  },
  es: {
    waiting: queue => (queue ? `Espera en ${queue}` : 'Espera que le atiendan'),
    yours: 'Pasó a usted',
    message: 'Nuevo mensaje',
    mention: by => `${by} lo mencionó`,
    kinds: {
      image: 'Foto',
      video: 'Video',
      audio: 'Audio',
      application: 'Documento',
      sticker: 'Sticker',
      voiceCall: 'Llamada de voz perdida',
      videoCall: 'Videollamada perdida',
      unknown: 'Mensaje que solo el teléfono muestra',
    },
    callAt: time => `a las ${time}`,
  },
}
