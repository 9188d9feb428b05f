import { locale } from '../i18n'

/** 21/11/2026 → 21 nov. */
export const dayLabel = (brazilian: string) =>
  new Intl.DateTimeFormat(locale(), { day: '2-digit', month: 'short', timeZone: 'UTC' })
    .format(Date.parse(brazilian.split('/').toReversed().join('-')))
    .replace(/ de |\./g, ' ')
    .trim()
