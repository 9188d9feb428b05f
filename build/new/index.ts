import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BuildError, here } from '../sources'
import { type Kind, type Line, lines, namesOf, skeleton } from './skeleton'

const USAGE = `bun run new noun NAME [--installation | --admins] [--media]

The skeleton of a noun; NAME is its plural, as in its address: help-videos.
--installation   its rows are a reseller's or the house's, as those of announcements: operators write them, everyone whom they operate reads
--admins         the administrators of its company alone read them
--media          each row has a file`

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
  const nouns = await Bun.file(here('src/nouns.ts')).text()
  await Bun.write(here('src/nouns.ts'), nouns.replace(/(RegisteredNoun\[\] = \[[^\]]*?),?\s*\]/, `$1,\n  ${names.many},\n]`))
  return `Written: ${files.map(([file]) => file).join('\n         ')}

Next, in this order:
1. src/modules/${path}/schema.ts and body.ts: its columns, and what a request may hold.
2. src/modules/${path}/index.ts: scope, search, rights, media, imports; references, and their clearReferences in the journey that deletes what they name.
3. bun run generate --name ${names.table} && bun build/api-answers.ts
4. What begins with TODO in web/pages/${path}/texts.ts, web/routes.tsx, src/error-codes.ts and web/i18n/*/errors.ts: how it is called, and a label for each field, as {field}; {field}Help says more, readOnly why some may only read.
5. web/pages/${path}/${path}.tsx: icon, and columns where the fields are not enough. web/pages.ts: its styles. web/routes.tsx: its icon, a line in web/shell/icons.ts.
6. bun x oxfmt src web && bun run check && bun build.ts web && bun test --timeout 120000 src/modules/${path} src/nouns.test.ts tests/architecture tests/hostile tests/clients/openapi.test.ts
7. bun build.ts && BALCAO=$PWD/dist/balcao bun test --timeout 120000 tests/e2e/states.test.ts: its page empty, failing, and with a row, wide and on a phone.
`
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { installation: { type: 'boolean' }, admins: { type: 'boolean' }, media: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const { help, ...kind } = values
  const [what, name] = positionals
  if (!help && (what !== 'noun' || !name)) throw new BuildError(USAGE)
  process.stdout.write(help ? `${USAGE}\n` : await newNoun(name!, kind))
} catch (error) {
  const isTheirs = error instanceof BuildError || (error instanceof TypeError && 'code' in error)
  if (!isTheirs) throw error
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
}
