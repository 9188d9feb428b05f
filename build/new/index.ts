import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BuildError, here } from '../sources'
import { calledBy, type Language, LANGUAGES } from './called'
import { type Kind, type Line, lines, namesOf, skeleton } from './skeleton'

const USAGE = `bun run new noun NAME [--installation | --admins] [--media] [--sorted] [--pt ONE,MANY,m|f] [--en ONE,MANY] [--es ONE,MANY,m|f]

The skeleton of a noun; NAME is its plural, as in its address: help-videos.
--installation   its rows are a reseller's or the house's, as those of announcements: operators write them, everyone whom they operate reads
--admins         the administrators of its company alone read them
--media          each row has a file
--sorted         its list stands in the order of names, whatever their case and accents
--pt serviço,serviços,m --en service,services --es servicio,servicios,m
                 how one and many are called, and their gender; a terminal is asked for what is missing, else it is left as TODO`

async function insert({ file, at, line }: Line) {
  const text = await Bun.file(here(file)).text()
  const found = at.exec(text)
  if (!found) throw new BuildError(`${file} has no place for: ${line.trim()}`)
  await Bun.write(here(file), `${text.slice(0, found.index)}${line}\n${text.slice(found.index)}`)
}

/** Writes a noun that works: made, listed, changed and deleted by a name, and says what is still to be decided. */
async function newNoun(path: string, kind: Kind) {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(path) || (kind.installation && kind.admins)) throw new BuildError(USAGE)
  const names = namesOf(path)
  const files = Object.entries(skeleton(names, kind))
  const taken = files.map(([file]) => file).find(file => existsSync(here(file)))
  if (taken) throw new BuildError(`${taken} is there already`)
  for (const [file, content] of files) await Bun.write(here(file), content)
  for (const line of lines(names, kind)) await insert(line)
  const generate = `bun run generate --name ${names.table}${kind.sorted ? ` --sorted ${names.table}.name` : ''}`
  const isSaid = LANGUAGES.every(language => kind[language])
  const nouns = await Bun.file(here('src/nouns.ts')).text()
  await Bun.write(here('src/nouns.ts'), nouns.replace(/(RegisteredNoun\[\] = \[[^\]]*?),?\s*\]/, `$1,\n  ${names.many},\n]`))
  return `Written: ${files.map(([file]) => file).join('\n         ')}

Next, in this order:
1. src/modules/${path}/schema.ts and body.ts: its columns, and what a request may hold.
2. src/modules/${path}/index.ts: scope, search, rights (and who reads in readOnly of the texts), media, imports, refs.
3. ${generate} && bun build/api-answers.ts
4. ${isSaid ? 'What begins with TODO in' : 'How it is called, where TODO stands in web/routes.tsx, src/error-codes.ts, web/i18n/*/errors.ts and'} web/pages/${path}/texts.ts, and a label for each field, as {field}; {field}Help says more.
5. web/pages/${path}/${path}.tsx: its icon, where Tag stands here and in web/routes.tsx; cells where a field is not drawn as it should be, filters. web/pages.ts: its styles. web/routes.tsx: a line of its icon in web/shell/icons.ts, and the place of its entry in the drawer.
6. bun x oxfmt src web && bun run check && bun build.ts web && bun test --timeout 120000 src/nouns.test.ts tests/architecture tests/hostile tests/clients/openapi.test.ts
7. bun build.ts && BALCAO=$PWD/dist/balcao bun test --timeout 120000 tests/e2e/states.test.ts: its page empty, failing, and with a row, wide and on a phone.
A test of its own is for what is its own.
`
}

const ASKED: Record<Language, string> = {
  pt: 'One, many and gender in Portuguese (serviço,serviços,m):',
  en: 'One and many in English (service,services):',
  es: 'One, many and gender in Spanish (servicio,servicios,m):',
}
/** How it is called, as the command says or who sits before it. */
function called(given: Partial<Record<Language, string>>) {
  const said = LANGUAGES.map(
    language => [language, given[language] ?? ((process.stdin.isTTY && prompt(ASKED[language])) || undefined)] as const,
  )
  return Object.fromEntries(
    said.map(([language, text]) => {
      const called = text === undefined ? undefined : calledBy(language, text)
      if (text !== undefined && !called)
        throw new BuildError(`--${language} ${text} does not say how it is called. ${ASKED[language].slice(0, -1)}`)
      return [language, called]
    }),
  )
}

const FLAG = { type: 'boolean' } as const
const WORDS = { type: 'string' } as const
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { installation: FLAG, admins: FLAG, media: FLAG, sorted: FLAG, help: FLAG, pt: WORDS, en: WORDS, es: WORDS },
  })
  const { help, pt, en, es, ...kind } = values
  const [what, name] = positionals
  if (!help && (what !== 'noun' || !name)) throw new BuildError(USAGE)
  process.stdout.write(help ? `${USAGE}\n` : await newNoun(name!, { ...kind, ...called({ pt, en, es }) }))
} catch (error) {
  const isTheirs = error instanceof BuildError || (error instanceof TypeError && 'code' in error)
  if (!isTheirs) throw error
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
}
