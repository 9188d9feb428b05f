import { locale } from './i18n'

/** A time zone as people call it: Horário Padrão de Brasília. */
export const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'longGeneric' }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? timeZone
