import { texts } from '../kit/i18n'

export const words = texts({
  pt: { install: 'Instalar o aplicativo' },
  en: { install: 'Install the app' },
  es: { install: 'Instalar la aplicación' },
})
