import { capital, type Called, type Language, LANGUAGES, saidIn, todo } from './called'

/** How a noun is called: helpVideos, helpVideo, HelpVideo, help-videos, help_videos. */
type Names = { many: string; one: string; One: string; path: string; table: string }

/** The names of a noun from its address: its plural, in words with hyphens. */
export function namesOf(path: string): Names {
  const camel = path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const one = camel.replace(/ies$/, 'y').replace(/(?<=ch|sh|x|ss)es$|s$/, '')
  return { many: camel, one, One: capital(one), path, table: path.replaceAll('-', '_') }
}

const COMPANY = `    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
`

const RESELLER = `    resellerId: integer().references(() => resellers.id),
`
/** A name once for each reseller, and once for the house, whose rows have none. */
const onceOf = (table: string, more: string) => `[
    uniqueIndex('${table}_reseller_name').on(t.resellerId, t.name),
    uniqueIndex('${table}_house_name')
      .on(t.name)
      .where(sql\`reseller_id is null\`),${more && `\n    ${more},`}
  ]`

/**
 * Rows that operators write for the companies they operate, in the place of rows of a company; rows of a company that its administrators
 * alone read; a file beside each row; in the order of their names, whatever their case and accents. And how they are called.
 */
export type Kind = { installation?: boolean; admins?: boolean; media?: boolean; sorted?: boolean } & Partial<Record<Language, Called>>

/** Its texts in a language; who reads a noun that administrators alone write is told so. */
function textsIn(language: Language, names: Names, kind: Kind) {
  const { one, many, gender, emptyTitle, readOnly } = saidIn(language, names, kind[language])
  return `  ${language}: {
    one: '${one}',
    many: '${many}',
    gender: '${gender}',
    emptyTitle: '${emptyTitle}',
    emptyText: '${todo(names.One)}',
${kind.installation || kind.admins ? '' : `    readOnly: '${readOnly}',\n`}  },
`
}

/** The files of a noun that begins with a name alone, by their places. */
export function skeleton(names: Names, kind: Kind = {}): Record<string, string> {
  const { many, one, One, path, table } = names
  const { installation, admins, media, sorted } = kind
  const index = `index('${table}_order').on(t.${installation ? 'resellerId' : 'companyId'}, sql\`sort_name\`, t.id)`
  return {
    [`src/modules/${path}/api.ts`]: `import type { NounApi } from '#kernel/noun/api'

export const ${one}Api = { path: '/${path}', rows: 'records', event: '${one}', row: 'record', id: 'id' } as const satisfies NounApi
`,
    [`src/modules/${path}/body.ts`]: `import * as v from 'valibot'
import { Required } from '#kernel/fields'

export const ${One}Body = v.object({
  name: Required(60),
})
`,
    [`src/modules/${path}/schema.ts`]: `${installation || sorted ? "import { sql } from 'drizzle-orm'\n" : ''}import { ${sorted ? 'index, ' : ''}integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
${media ? "import { mediaColumns } from '#kernel/media/row-file'\n" : ''}import { timestamps } from '#kernel/storage/columns'
import { ${installation ? "resellers } from '../resellers/schema'" : "companies } from '../companies/schema'"}

export const ${many} = sqliteTable(
  '${table}',
  {
    id: integer().primaryKey(),
${installation ? RESELLER : COMPANY}    name: text().notNull(),
${media ? '    ...mediaColumns(),\n' : ''}    ...timestamps,
  },
  t => ${installation ? onceOf(table, sorted ? index : '') : `[uniqueIndex('${table}_name').on(t.companyId, t.name)${sorted ? `, ${index}` : ''}]`},
)
`,
    [`src/modules/${path}/index.ts`]: `import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
${installation ? "import { allow, ofReseller, toEveryoneOf } from '../rights'" : "import { ofCompany } from '#kernel/noun/scope'\nimport { allow" + (admins ? ', toHolders' : '') + " } from '../rights'"}
import { ${one}Api } from './api'
import { ${One}Body } from './body'
import { ${many} as table } from './schema'

type ${One} = typeof table.$inferSelect

export const ${many} = noun({
  name: '${one}',
  api: ${one}Api,
  table,
  scope: ${installation ? `ofReseller<${One}>(table, (_, { resellerId }) => toEveryoneOf(resellerId))` : admins ? `{ ...ofCompany<${One}>(table), rooms: toHolders('${many}:write') }` : `ofCompany<${One}>(table)`},
  body: ${One}Body,
  pageSize: 50,
  order: '${sorted ? 'sort_name' : 'name'}, id',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
${media ? '  media: true,\n' : ''}  rights: { ${admins ? `read: allow('${many}:write'), ` : ''}write: allow('${many}:write') },
})
export const ${one}Routes = nounRoutes(${many})
`,
    [`web/pages/${path}/texts.ts`]: `import { texts } from '../../kit/i18n'

export const words = texts({
${LANGUAGES.map(language => textsIn(language, names, kind)).join('')}})
`,
    [`web/pages/${path}/${path}.tsx`]: `import { Tag } from 'lucide-react'
import type { ${many} } from '../../../src/modules/${path}'
import { ${one}Api } from '../../../src/modules/${path}/api'
import { ${One}Body } from '../../../src/modules/${path}/body'
import { crudPage } from '../../crud/page'
${sorted ? "import { byName } from '../../kit/folded'\n" : ''}import type { RowOf } from '../../kit/rows'
${installation || admins ? '' : "import { may } from '../../session'\n"}import { words } from './texts'

export default crudPage<RowOf<typeof ${many}>>({
  api: ${one}Api,
  body: ${One}Body,
  words,
  icon: Tag,
  nameOf: row => row.name,
  order: ${sorted ? 'byName' : '(a, b) => (a.name < b.name ? -1 : 1)'},
${media ? '  media: true,\n' : ''}${installation || admins ? `  right: '${many}:write',` : `  can: { create: () => may('${many}:write'), write: () => may('${many}:write') },`}
})
`,
  }
}

/** A line that stands before the first match of another. */
export type Line = { file: string; at: RegExp; line: string }

/** Where what exists has to know of a noun. */
export const lines = (names: Names, kind: Kind = {}): Line[] =>
  linesIn(kind.installation ? 'nav.operation' : kind.admins ? 'nav.admin' : 'nav.service', names, kind)
/** The groups of the drawer, and the entry that a new one of each stands before. */
const BEFORE = { 'nav.operation': 'sandbox', 'nav.admin': 'prompts', 'nav.service': 'campaigns' }
function linesIn(group: keyof typeof BEFORE, names: Names, kind: Kind): Line[] {
  const { many, one, path } = names
  const { installation, admins } = kind
  const said = (language: Language) => saidIn(language, names, kind[language])
  const labels = LANGUAGES.map(language => `${language}: '${said(language).label}'`).join(', ')
  return [
    { file: 'src/nouns.ts', at: /^import \{ tags \}/m, line: `import { ${many} } from '#modules/${path}'` },
    {
      file: 'src/routes.ts',
      at: /^import \{ tagRoutes/m,
      line: `import { ${one}Routes } from '#modules/${path}'`,
    },
    { file: 'src/routes.ts', at: /^ {4}\.route\('\/tags'/m, line: `    .route('/${path}', ${one}Routes)` },
    {
      file: 'src/modules/rights/index.ts',
      at: /^ {2}'tickets:write'/m,
      line: `  '${many}:write': ${installation ? '{ profiles: everyone, super: true }' : 'admin'},`,
    },
    ...(admins ? [{ file: 'src/modules/rights/index.ts', at: /^ {2}'users:write',/m, line: `  '${many}:write',` }] : []),
    {
      file: 'web/routes.tsx',
      // At the end of the entries of its group.
      at: new RegExp(`^ {2}\\{\\n {4}path: '/${BEFORE[group]}'`, 'm'),
      line: `  {
    path: '/${path}',
    nav: { label: { ${labels} }, icon: later('Tag'), group: '${group}'${group === 'nav.service' ? '' : `, right: '${many}:write'`} },
  },`,
    },
    { file: 'web/pages.ts', at: /^ {2}'\/connections':/m, line: `  '/${path}': listed(() => import('./pages/${path}/${path}')),` },
    { file: 'src/error-codes.ts', at: /^ {2}ERR_NO_TAG_FOUND/m, line: `  ERR_NO_${one.toUpperCase()}_FOUND: '${said('pt').missing}',` },
    ...LANGUAGES.map(language => ({
      file: `web/i18n/${language}/errors.ts`,
      at: /^ {2}'error\.ERR_NO_TAG_FOUND'/m,
      line: `  'error.ERR_NO_${one.toUpperCase()}_FOUND': '${said(language).missing}',`,
    })),
  ]
}
