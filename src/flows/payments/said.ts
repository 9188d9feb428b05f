import type { Language } from '#modules/companies'

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' }

/** An amount of integer cents, as it is said in a message. */
export const reais = (language: Language, cents: number) =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' }).format(cents / 100)

export const civilDate = (language: Language, date: string) =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(date))
