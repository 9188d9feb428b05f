import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '../../src/modules/settings/registry'
import type { Language } from './i18n'
import { calledOf, rewordingOf, TERMS } from './vocabulary'

const LANGUAGES: Language[] = ['pt', 'en', 'es']
const root = join(import.meta.dir, '..')

/** Every text of every page, as its file says it. */
async function textsOf(language: Language) {
  const files = (await readdir(root, { recursive: true })).filter(
    name => /^(pages|i18n|crud|shell)\/.*\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const said = await Promise.all(
    files.map(async name => {
      const text = await Bun.file(join(root, name)).text()
      const block = new RegExp(`\\n  ${language}: \\{[\\s\\S]*?\\n  \\}`, 'g')
      const blocks = name.startsWith('i18n/') ? (name.startsWith(`i18n/${language}/`) ? [text] : []) : (text.match(block) ?? [])
      return blocks.flatMap(block => [...block.matchAll(/: *\n? *'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => text!))
    }),
  )
  return [...new Set(said.flat())]
}

test('every word that a company may choose is known in three languages, and only those', () => {
  for (const [key, words] of [['ticketWord', TERMS.ticket] as const, ['queueWord', TERMS.queue] as const]) {
    const { options } = SETTINGS[key].schema.pipe[2]
    expect(options.filter((word: string) => word !== 'default')).toEqual(Object.keys(words) as never)
  }
})

test('the words that may be chosen are called differently, whichever is chosen', () => {
  for (const language of LANGUAGES)
    for (const what of ['ticket', 'queue'] as const) {
      const called = Object.keys(TERMS[what]).map(choice => calledOf(what, choice, language))
      expect(new Set(called).size).toBe(called.length)
    }
  expect(calledOf('ticket', 'ticket', 'pt')).toBe('Ticket')
  expect(calledOf('ticket', 'default', 'pt')).toBeUndefined()
})

test.each<[Language, string, string]>([
  [
    'pt',
    'Já existe um atendimento em aberto com {user}, na fila {queue}.',
    'Já existe uma conversa em aberto com {user}, no setor {queue}.',
  ],
  [
    'pt',
    'Resolver {n} atendimento aberto?|Resolver os {n} atendimentos abertos?',
    'Resolver {n} conversa aberta?|Resolver as {n} conversas abertas?',
  ],
  ['pt', '{n} atendimento marcado como lido', '{n} conversa marcada como lida'],
  ['pt', 'Atendimento de {name} devolvido à fila', 'Conversa de {name} devolvida ao setor'],
  ['pt', 'Fila excluída com sucesso!', 'Setor excluído com sucesso!'],
  ['pt', 'Horário de atendimento', 'Horário de atendimento'],
  ['pt', 'Em atendimento', 'Em atendimento'],
  ['pt', 'Na fila', 'Na fila'],
  ['pt', 'atendimento.exemplo.com.br', 'atendimento.exemplo.com.br'],
  ['es', 'Devolver a la cola', 'Devolver al sector'],
  ['es', 'Atención de {name} devuelta a la cola', 'Conversación de {name} devuelta al sector'],
  ['es', 'La conexión saluda también cuando hay una sola cola', 'La conexión saluda también cuando hay un solo sector'],
  ['en', 'No ticket in the queue {queue}', 'No conversation in the sector {queue}'],
])('in %s, “%s” becomes “%s”', (language, text, expected) => {
  expect(rewordingOf({ ticket: 'conversa', queue: 'setor' }).say(text, language)).toBe(expected)
})

test('with any choice what stands before a noun agrees with it, slots stay, and nothing is left of the word of before', async () => {
  const wrong: string[] = []
  for (const language of LANGUAGES) {
    const texts = await textsOf(language)
    expect(texts.length).toBeGreaterThan(900)
    for (const [what, words] of Object.entries(TERMS))
      for (const [choice, said] of Object.entries(words) as [string, Record<Language, [string, string, 'm' | 'f']>][]) {
        const [one, many, gender] = said[language]
        const { say } = rewordingOf({ [what]: choice })
        const articles =
          language === 'pt'
            ? {
                m: 'a|as|da|das|na|nas|à|às|uma|nenhuma|outra|esta|desta|nesta',
                f: 'o|os|do|dos|no|nos|ao|aos|um|nenhum|outro|este|deste|neste',
              }
            : { m: 'la|las|una|ninguna|otra|esta', f: 'el|los|del|al|un|ningún|otro|este' }
        const clash = new RegExp(`(?<!\\p{L})(${articles[gender]}) (${one}|${many})(?!\\p{L})`, 'iu')
        for (const text of texts) {
          const now = say(text, language)
          if (now === text) continue
          if (language !== 'en' && clash.test(now)) wrong.push(now)
          if (text.match(/\{\w+\}/g)?.join() !== now.match(/\{\w+\}/g)?.join()) wrong.push(now)
          if (say(now, language) !== now) wrong.push(now)
        }
      }
  }
  expect(wrong).toEqual([])
})
