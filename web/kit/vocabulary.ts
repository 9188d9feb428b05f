import type { Language } from './i18n'

// What a company calls a ticket and a queue, in place of how the product calls them. A closed list: each word with its plural and its gender
// in three languages, so that what stands around it agrees.

type Gender = 'm' | 'f'
type Term = [one: string, many: string, gender: Gender]
type Said = Record<Language, Term>

export const TERMS = {
  ticket: {
    conversa: {
      pt: ['conversa', 'conversas', 'f'],
      en: ['conversation', 'conversations', 'm'],
      es: ['conversación', 'conversaciones', 'f'],
    },
    chamado: { pt: ['chamado', 'chamados', 'm'], en: ['case', 'cases', 'm'], es: ['caso', 'casos', 'm'] },
    ticket: { pt: ['ticket', 'tickets', 'm'], en: ['ticket', 'tickets', 'm'], es: ['ticket', 'tickets', 'm'] },
  },
  queue: {
    setor: { pt: ['setor', 'setores', 'm'], en: ['sector', 'sectors', 'm'], es: ['sector', 'sectores', 'm'] },
    departamento: {
      pt: ['departamento', 'departamentos', 'm'],
      en: ['department', 'departments', 'm'],
      es: ['departamento', 'departamentos', 'm'],
    },
    equipe: { pt: ['equipe', 'equipes', 'f'], en: ['team', 'teams', 'm'], es: ['equipo', 'equipos', 'm'] },
  },
} satisfies Record<string, Record<string, Said>>
type What = keyof typeof TERMS
/** How a word that may be chosen is called itself, whichever is chosen. */
export const calledOf = (what: What, choice: string, language: Language) => {
  const one = (TERMS[what] as Record<string, Said>)[choice]?.[language][0]
  return one && one.charAt(0).toUpperCase() + one.slice(1)
}

/** How the texts of the product call them. */
const OURS: Record<Language, Record<What, Term[]>> = {
  pt: {
    ticket: [
      ['atendimento', 'atendimentos', 'm'],
      ['ticket', 'tickets', 'm'],
    ],
    queue: [['fila', 'filas', 'f']],
  },
  en: { ticket: [['ticket', 'tickets', 'm']], queue: [['queue', 'queues', 'm']] },
  es: {
    ticket: [
      ['atención', 'atenciones', 'f'],
      ['ticket', 'tickets', 'm'],
    ],
    queue: [['cola', 'colas', 'f']],
  },
}

/** What is no ticket and no queue: hours of service, a service that goes on, a message that waits its turn. */
const LEFT: Record<Language, RegExp> = {
  pt: /^atendimento$|(?<=\b(de|em) )atendimento(?!\p{L})|\batendimento (?=não para|pausa|continua|é por)|\bticket(?= tag)|(?<=^|[,:] )na fila(?=$|,)/giu,
  en: /\bin the queue(?= again)/giu,
  es: /^atención$|(?<=\b(de|en) )atención(?!\p{L})|(?<!\p{L})atención (?=no se det|se detiene|sigue por|es por)|\ben cola\b/giu,
}

/** Words that agree with what they stand before: masculine, feminine. */
const BEFORE: Record<Language, [string, string][]> = {
  pt: [
    ...[
      ['o', 'a'],
      ['os', 'as'],
      ['do', 'da'],
      ['dos', 'das'],
      ['no', 'na'],
      ['nos', 'nas'],
      ['ao', 'à'],
      ['aos', 'às'],
    ],
    ...[
      ['pelo', 'pela'],
      ['pelos', 'pelas'],
      ['um', 'uma'],
      ['num', 'numa'],
      ['nenhum', 'nenhuma'],
      ['outro', 'outra'],
      ['outros', 'outras'],
    ],
    ...[
      ['este', 'esta'],
      ['estes', 'estas'],
      ['deste', 'desta'],
      ['destes', 'destas'],
      ['neste', 'nesta'],
      ['nestes', 'nestas'],
    ],
    ...[
      ['esse', 'essa'],
      ['desse', 'dessa'],
      ['nesse', 'nessa'],
      ['seu', 'sua'],
      ['seus', 'suas'],
      ['novo', 'nova'],
      ['novos', 'novas'],
    ],
    ...[
      ['próximo', 'próxima'],
      ['mesmo', 'mesma'],
      ['todo', 'toda'],
      ['todos', 'todas'],
      ['primeiro', 'primeira'],
      ['último', 'última'],
    ],
    ...[
      ['muitos', 'muitas'],
      ['quantos', 'quantas'],
      ['algum', 'alguma'],
    ],
  ] as [string, string][],
  en: [],
  es: [
    ...[
      ['el', 'la'],
      ['los', 'las'],
      ['del', 'de la'],
      ['al', 'a la'],
      ['un', 'una'],
      ['ningún', 'ninguna'],
      ['algún', 'alguna'],
    ],
    ...[
      ['otro', 'otra'],
      ['otros', 'otras'],
      ['este', 'esta'],
      ['estos', 'estas'],
      ['ese', 'esa'],
      ['nuevo', 'nueva'],
      ['nuevos', 'nuevas'],
    ],
    ...[
      ['mismo', 'misma'],
      ['todo', 'toda'],
      ['todos', 'todas'],
      ['primer', 'primera'],
      ['último', 'última'],
      ['solo', 'sola'],
      ['tuyo', 'tuya'],
    ],
  ] as [string, string][],
}
/** May stand between a word of those and the noun, or between the noun and what is said of it: the same for both genders. */
const STEADY = new Set(
  'só foi fue foram fueron fica ficam queda quedan está están estão não no já ya é es são son ainda aún agora ahora como de deste este número responde respondem responden encerra se cierra'.split(
    ' ',
  ),
)
/** What is said of a noun. */
const SAID = /^(\p{L}*(ad|id|íd|ert|rt|uest|uelt)[oa]s?|(seu|sua)s?|suy[oa]s?|(nov|nuev|compact|ocult|salv|sozinh|sol)[oa]s?)$/iu
const turned = (word: string, to: Gender) =>
  /^(seu|sua)s?$/i.test(word) ? word.replace(/eu|ua/i, to === 'm' ? 'eu' : 'ua') : word.replace(/[oa](s?)$/, `${to === 'm' ? 'o' : 'a'}$1`)

/** Words and slots of a text at odd places, what is between them at even ones. */
const split = (text: string) => text.split(/(\{\w+\}|(?:\p{L}|\u2060)+)/u)
const mayPass = (word: string) => word.startsWith('{') || STEADY.has(word)
const like = (word: string, text: string) => (/^\p{Lu}/u.test(word) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** Puts one noun in the place of another, wherever it stands in a text. */
function replacing(language: Language, [one, many, gender]: Term, [newOne, newMany, to]: Term) {
  const forms = new Map(BEFORE[language].map(([m, f]) => (to === 'f' ? [m, f] : [f, m])))
  /** Makes agree what stands before the noun, then what stands behind it. */
  function agree(words: string[], noun: number) {
    for (let i = noun - 2; i > 0 && words[i + 1] === ' '; i -= 2) {
      const other = forms.get(words[i]!.toLowerCase())
      if (other) words[i] = like(words[i]!, other)
      else if (!mayPass(words[i]!)) break
    }
    for (let i = noun + 2; i < words.length && words[i - 1] === ' '; i += 2) {
      if (SAID.test(words[i]!)) words[i] = turned(words[i]!, to)
      else if (!mayPass(words[i]!)) break
    }
  }
  return (text: string) => {
    const words = split(text)
    words.forEach((word, i) => {
      const plain = word.toLowerCase()
      // A part of an address is no word.
      if ((plain !== one && plain !== many) || (words[i + 1] === '.' && words[i + 2])) return
      words[i] = like(word, plain === one ? newOne : newMany)
      if (gender !== to) agree(words, i)
    })
    const said = words.join('')
    return language === 'es' ? said.replace(/(?<!\p{L})(a|de) el(?!\p{L})/gu, (_, word: string) => (word === 'a' ? 'al' : 'del')) : said
  }
}

export type Choice = Partial<Record<What, string>>
/** Hides a word from what is put in its place. */
const MARK = '\u2060'
const LETTERS = /\p{L}/gu

/** Says texts with the words of a choice. */
export function rewordingOf(choice: Choice) {
  const terms = (language: Language) =>
    (Object.keys(TERMS) as What[]).flatMap(what => {
      const chosen = (TERMS[what] as Record<string, Said>)[choice[what] ?? '']?.[language]
      return chosen ? OURS[language][what].filter(([one]) => one !== chosen[0]).map(ours => ({ ours, chosen })) : []
    })
  const steps = (language: Language) => terms(language).map(({ ours, chosen }) => replacing(language, ours, chosen))
  const all = { pt: steps('pt'), en: steps('en'), es: steps('es') }
  // Texts are few and drawn often: each is worked out once.
  const known = new Map<string, string>()
  return {
    say(text: string, language: Language): string {
      const key = `${language} ${text}`
      const before = known.get(key)
      if (before !== undefined) return before
      const kept = text.replace(LEFT[language], words => words.replace(LETTERS, letter => MARK + letter))
      const said = all[language].reduce((now, step) => step(now), kept).replaceAll(MARK, '')
      known.set(key, said)
      return said
    },
    /** Of the noun that is called so now. */
    genderOf: (word: string, language: Language) => terms(language).find(({ chosen }) => chosen[0] === word)?.chosen[2],
  }
}
export type Rewording = ReturnType<typeof rewordingOf>
