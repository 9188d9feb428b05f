export const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** What nobody wrote yet: tests/architecture/web.test.ts finds it. */
export const todo = (text: string) => `TODO ${text}`

export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
/** How one, and many, are called in a language, and their gender where it has any. */
export type Called = { one: string; many: string; gender: string }
/** serviço,serviços,m; a language without genders says none. */
export function calledBy(language: Language, text: string): Called | undefined {
  const [one, many, gender = 'n', ...more] = text.split(',').map(word => word.trim())
  const isSaid = [one, many].every(word => word && /^[\p{L} -]+$/u.test(word)) && !more.length
  return isSaid && (language === 'en' ? gender === 'n' : /^[fm]$/.test(gender)) ? { one: one!, many: many!, gender } : undefined
}

const SAYS: Record<Language, (called: Called) => Record<'empty' | 'missing' | 'readOnly', string>> = {
  pt: ({ one, many, gender }) => ({
    empty: `${gender === 'm' ? 'Nenhum' : 'Nenhuma'} ${one} ainda`,
    missing: `${capital(one)} não ${gender === 'm' ? 'encontrado' : 'encontrada'}.`,
    readOnly: `Somente administradores mudam ${gender === 'm' ? 'os' : 'as'} ${many}.`,
  }),
  en: ({ one, many }) => ({
    empty: `No ${many} yet`,
    missing: `${capital(one)} not found.`,
    readOnly: `Only administrators change ${many}.`,
  }),
  es: ({ one, many, gender }) => ({
    empty: `Aún no hay ${many}`,
    missing: `${capital(one)} no ${gender === 'm' ? 'encontrado' : 'encontrada'}.`,
    readOnly: `Solo los administradores cambian ${gender === 'm' ? 'los' : 'las'} ${many}.`,
  }),
}
const MISSING = { pt: 'não encontrado.', en: 'not found.', es: 'no encontrado.' }

/** What is said of a noun in a language, by how it is called there, or by what is still to be written. */
export function saidIn(language: Language, { many, one }: { many: string; one: string }, called?: Called) {
  const said = called && SAYS[language](called)
  return {
    one: called?.one ?? todo(one),
    many: called?.many ?? todo(many),
    gender: called?.gender ?? (language === 'en' ? 'n' : 'f'),
    emptyTitle: said?.empty ?? todo(capital(one)),
    missing: said?.missing ?? todo(MISSING[language]),
    label: called ? capital(called.many) : todo(capital(one)),
    readOnly: said?.readOnly ?? todo(`who may change ${many}`),
  }
}
