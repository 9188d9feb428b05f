import type { Language } from '#modules/companies'

type Texts = {
  waiting(queue: string | null): string
  yours: string
  message: string
  mention(by: string): string
  /** What stands in the rows for what was sent without words, in the language of the house. */
  kinds: Record<string, string>
}

export const TEXTS: Record<Language, Texts> = {
  pt: {
    waiting: queue => (queue ? `Espera em ${queue}` : 'Espera por atendimento'),
    yours: 'Passou para você',
    message: 'Nova mensagem',
    mention: by => `${by} citou você`,
    kinds: { sticker: 'Figurinha', Imagem: 'Foto', Arquivo: 'Documento', '📄': 'Documento:' },
  },
  en: {
    waiting: queue => (queue ? `Waits in ${queue}` : 'Waits to be served'),
    yours: 'Was handed to you',
    message: 'New message',
    mention: by => `${by} mentioned you`,
    kinds: { sticker: 'Sticker', Imagem: 'Photo', Vídeo: 'Video', Áudio: 'Audio', Arquivo: 'Document', '📄': 'Document:' },
  },
  es: {
    waiting: queue => (queue ? `Espera en ${queue}` : 'Espera que le atiendan'),
    yours: 'Pasó a usted',
    message: 'Nuevo mensaje',
    mention: by => `${by} lo mencionó`,
    kinds: { sticker: 'Sticker', Imagem: 'Foto', Vídeo: 'Video', Áudio: 'Audio', Arquivo: 'Documento', '📄': 'Documento:' },
  },
}
