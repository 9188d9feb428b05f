import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { EMOJI_WORDS } from './emoji-words'
import { folded } from '../web/kit/folded'
import { weigh } from './budget'
import { buildPage } from './page'
import { buildScripts, buildServiceWorker } from './scripts'
import { files, here } from './sources'
import { buildStyle } from './style'

const EMOJI_LANGUAGES = ['pt', 'en', 'es']
const PACKED = /\.(js|css|html|json|svg|wasm|webmanifest|txt|ico)$/

async function pack(path: string) {
  const bytes = await Bun.file(path).bytes()
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Bun.write(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await rm(path)
}

/** What is served as it is. */
export async function copyFiles(web: string) {
  if (existsSync(here('web/static'))) await cp(here('web/static'), web, { recursive: true })
  for (const language of EMOJI_LANGUAGES)
    for (const file of ['data.json', 'messages.json']) {
      const from = here(`node_modules/emojibase-data/${language}/${file}`)
      const to = join(web, 'emoji', language, file)
      if (file === 'data.json') await Bun.write(to, JSON.stringify(foundByMore(await Bun.file(from).json(), EMOJI_WORDS[language]!)))
      else await cp(from, to)
    }
}

/** The search of emojis compares letters as they are: who types them without accents finds the same by further tags. */
const foundByMore = (emojis: { emoji: string; label: string; tags?: string[] }[], own: Record<string, string[]>) =>
  emojis.map(emoji => {
    const tags = [...(emoji.tags ?? []), ...(own[emoji.emoji.replace('\ufe0f', '')] ?? [])]
    const said = [emoji.label, ...tags]
    return { ...emoji, tags: [...tags, ...said.map(folded).filter(word => !said.includes(word))] }
  })

/** Builds the web into a folder, packed; says what its first load weighs. */
export async function buildWeb(web: string) {
  await mkdir(web, { recursive: true })
  const [style, scripts] = await Promise.all([buildStyle(web), buildScripts(web)])
  await buildPage(web, style, scripts)
  await buildServiceWorker(web, scripts.version)
  await copyFiles(web)
  await Promise.all(files(web, '**/*').flatMap(path => (PACKED.test(path) ? pack(path) : [])))
  const styleOf = (page: string) => `/assets/${basename(files(web, `assets/${page}-*.css.br`)[0]!, '.br')}`
  const { login, inbox } = scripts.loads
  return weigh(web, {
    login: { script: login, style: [style, styleOf('login')] },
    inbox: { script: inbox, style: [style] },
  })
}

/** Puts a whole web in the place of dist/web, so that builds side by side do not meet. */
export async function replaceWeb(web: string) {
  await rm(here('dist/web'), { recursive: true, force: true })
  await rename(web, here('dist/web'))
}
