import { expect, test } from 'bun:test'
import { plugins } from '#kernel/process/embedded'
import { RIGHTS, ruleOf, type Right } from '#modules/rights'
import { SETTINGS, type SettingKey } from '#modules/settings'
import { words as installationWords } from '../../web/pages/settings/installation-texts'
import { words } from '../../web/pages/settings/texts'
import { pluginOf } from '../../src/plugins/description'
import { formOf } from '../../src/plugins/form'
import { sources, textOf } from './sources'

const texts = (files: string[]) => Promise.all(files.map(async file => [file, await textOf(file)] as const))
const server = await texts(sources('src').filter(file => !/^src\/modules\/(settings|rights)\//.test(file)))
const web = await texts(sources('web'))
const asks = (key: string) => new RegExp(`(settings\\.(value|committed|enabled|granted|installed)\\([^)]*|enabled\\(|wordOf\\()'${key}'`)
const read = (files: readonly (readonly [string, string])[], key: string) => files.some(([, text]) => asks(key).test(text))

/** What each built-in plugin is told of the company's settings. */
const told = new Map(
  await Promise.all(
    Object.entries(plugins).map(async ([name, load]) => {
      const { properties } = formOf(pluginOf(await load()).settings)
      return [name, Object.keys(properties).filter(key => properties[key]!.company)] as const
    }),
  ),
)

const ofRights = new Set((Object.keys(RIGHTS) as Right[]).flatMap(right => ruleOf(right).setting ?? []))

test.each(Object.entries(SETTINGS) as [SettingKey, (typeof SETTINGS)[SettingKey]][])(
  '%s is read where the registry says, or by nobody when it is kept for clients of the family',
  (key, { readBy, ...rest }) => {
    const plugin = 'plugin' in rest && told.get(rest.plugin)!.some(one => one === key)
    const where = { server: read(server, key) || ofRights.has(key), web: read(web, key), plugin }
    expect(Object.keys(where).filter(side => where[side as keyof typeof where])).toEqual([...readBy])
  },
)

test('a plugin asks for no setting of the company that is not told to it', () => {
  for (const [name, keys] of told)
    expect([name, keys]).toEqual([
      name,
      Object.entries(SETTINGS).flatMap(([key, one]) => ('plugin' in one && one.plugin === name ? key : [])),
    ])
})

test('a right that a setting opens is forgotten when the setting changes', () => {
  for (const key of ofRights) expect([key, SETTINGS[key]]).toMatchObject([key, { effect: 'access' }])
})

test('what is chosen and something reads stands on the settings page, under a heading and with a sentence', () => {
  for (const [key, { scope, readBy, ...rest }] of Object.entries(SETTINGS)) {
    if (!readBy.length) continue
    const told: Record<string, string> = (scope === 'company' ? words : installationWords).languages.pt
    const { group } = rest as { group?: string }
    // One without a heading is chosen on the page that it belongs to.
    if (scope === 'installation' && !group) {
      expect([key, web.some(([, text]) => text.includes(key))]).toEqual([key, true])
      continue
    }
    expect([key, group, told[group!] && told[key] && told[`${key}Help`] && 'told']).toEqual([key, group, 'told'])
  }
})
