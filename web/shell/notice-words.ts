import { texts } from '../kit/i18n'

export const words = texts({
  pt: { open: 'Abrir' },
  en: { open: 'Open' },
  es: { open: 'Abrir' },
})
