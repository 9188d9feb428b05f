import { texts } from '../i18n'

export const words = texts({
  pt: { peak: '{title}: {count} no total, pico de {peak} em {label}' },
  en: { peak: '{title}: {count} in all, a peak of {peak} at {label}' },
  es: { peak: '{title}: {count} en total, pico de {peak} en {label}' },
})
