import { basename } from 'node:path'
import { withoutUnused } from './daisyui'
import { hashed } from './hashed'
import { here } from './sources'

/** The style of one page, plain CSS in the layers of web/app.css; its classes of Tailwind are in that one. */
export async function buildPageStyle(web: string, path: string) {
  const { optimize } = await import('@tailwindcss/node')
  return hashed(web, basename(path), optimize(await Bun.file(path).text(), { minify: true }).code)
}

/** Compiles web/app.css by Tailwind itself: classes come from web/ alone, and Bun's CSS printer would undo its optimizations. */
export async function buildStyle(web: string, { minify = true } = {}) {
  const { compile, optimize } = await import('@tailwindcss/node')
  const { Scanner } = await import('@tailwindcss/oxide')
  const base = here('web')
  const compiler = await compile(await Bun.file(here('web/app.css')).text(), { base, onDependency() {}, shouldRewriteUrls: true })
  const scanner = new Scanner({ sources: [{ base, pattern: '**/*', negated: false }, ...compiler.sources] })
  let { code } = optimize(withoutUnused(compiler.build(scanner.scan())), { minify })
  for (const [whole, double, single, bare] of code.matchAll(/url\((?:"([^"]*)"|'([^']*)'|([^"')]+))\)/g)) {
    const address = double ?? single ?? bare ?? ''
    if (/^(data:|https?:|#|\/)/.test(address)) continue
    const path = Bun.resolveSync(address, base)
    code = code.replaceAll(whole, `url(${await hashed(web, path, await Bun.file(path).bytes())})`)
  }
  return hashed(web, 'app.css', code)
}
