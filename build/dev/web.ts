import { rm } from 'node:fs/promises'
import { buildPage } from '../page'
import { buildScripts, buildServiceWorker } from '../scripts'
import { buildStyle } from '../style'
import { here } from '../sources'
import { copyFiles } from '../web'
import { DEV_WEB, LIVE, NEWS } from './places'

/** The web, built again in the parts that changed. */
export function devWeb() {
  const style = () => buildStyle(DEV_WEB, { minify: false })
  const scripts = () => buildScripts(DEV_WEB, { minify: false, sourcemap: 'inline', define: { 'process.env.NODE_ENV': '"development"' } })
  let built: { style: string; scripts: Awaited<ReturnType<typeof scripts>> }

  async function show() {
    const { version } = built.scripts
    await buildPage(DEV_WEB, built.style, built.scripts, `<script src="${LIVE.script}" data-scripts="${version}"></script>`)
    await Bun.write(NEWS, JSON.stringify({ style: built.style, scripts: version }))
  }

  return {
    async start() {
      await rm(DEV_WEB, { recursive: true, force: true })
      built = { style: await style(), scripts: await scripts() }
      await Promise.all([copyFiles(DEV_WEB), buildServiceWorker(DEV_WEB, built.scripts.version)])
      await show()
    },
    /** What the web takes of the server is its own too: schemas, APIs, what both must agree on. */
    isMadeOf: (path: string) => built.scripts.madeOf.has(here(path)),
    /** Builds what the changed files are part of, and says what that was; a script may use a class that no other did. */
    async remake(paths: string[]) {
      // The style of a page has its address in a script.
      const isStyle = paths.every(path => /^web.(app\.css|styles.*\.css)$/.test(path))
      const [newStyle, newScripts] = await Promise.all([style(), isStyle ? built.scripts : scripts()])
      built = { style: newStyle, scripts: newScripts }
      await show()
      return isStyle ? 'style' : 'scripts'
    },
  }
}
