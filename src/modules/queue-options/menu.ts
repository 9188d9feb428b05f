/** Texts of the menus that a customer reads, by the language of the company. The Portuguese ones are the contract's to the letter. */
const WORDS = {
  pt: { previous: 'Menu anterior', start: 'Menu inicial', back: 'Voltar ao Menu Principal' },
  en: { previous: 'Previous menu', start: 'Main menu', back: 'Back to the main menu' },
  es: { previous: 'Menú anterior', start: 'Menú inicial', back: 'Volver al menú principal' },
}
export type MenuLanguage = keyof typeof WORDS

/** What a customer types to go back one level, and to the beginning. */
export const PREVIOUS = '0'
export const START = '#'

const line = (key: string | number, text: string) => `*[ ${key} ]* - ${text}`
/** A paragraph that is empty leaves no blank lines. */
const paragraphs = (...texts: string[]) => texts.filter(text => text.trim()).join('\n\n')

/** The queues of a connection, numbered in their order. */
export const queueMenu = (greeting: string, queues: readonly { name: string }[]) =>
  paragraphs(greeting, queues.map(({ name }, at) => line(at + 1, name)).join('\n'))

/** What stands below a message: the options of its level and the ways back. A message without options is a leaf, and stands alone. */
export const optionMenu = (message: string, options: readonly { option: number; title: string }[], language: MenuLanguage = 'pt') =>
  options.length === 0
    ? message
    : paragraphs(
        message,
        [
          ...options.map(({ option, title }) => line(option, title)),
          line(PREVIOUS, WORDS[language].previous),
          line(START, WORDS[language].start),
        ].join('\n'),
      )

/** A text that ends a way, with the way to the beginning. */
export const withWayBack = (text: string, language: MenuLanguage = 'pt') => paragraphs(text, line(START, WORDS[language].back))
