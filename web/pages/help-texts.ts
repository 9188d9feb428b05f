import { texts } from '../kit/i18n'

export const words = texts({
  pt: { ask: 'Falar com o suporte' },
  en: { ask: 'Ask for help' },
  es: { ask: 'Hablar con el soporte' },
})
