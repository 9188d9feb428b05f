import { join } from 'node:path'
import { hashed } from './hashed'
import type { Scripts } from './scripts'
import { here } from './sources'

/** Writes web/index.html with the addresses of what was built; `head` goes into it as it is. */
export async function buildPage(web: string, style: string, { entry, preload, inside, table, kept }: Scripts, head = '') {
  async function linkFile(link: HTMLRewriterTypes.Element) {
    const path = here(`web/${link.getAttribute('href')}`)
    link.setAttribute('href', await hashed(web, path, await Bun.file(path).bytes()))
  }
  const preloading = preload.map(src => `<link rel="modulepreload" href="${src}">`).join('')
  // Named, so that the service worker keeps them with the page: the inbox starts without a line. Who is signed in fetches those of the
  // inside beside the start (web/main.tsx).
  const keptLinks = kept
    .filter(src => src !== entry && !preload.includes(src))
    .map(src => `<link rel="kept${inside.includes(src) ? ' inside' : ''}" href="${src}">`)
    .join('')
  const later = table ? `<link rel="later" href="${table}">` : ''
  const page = new HTMLRewriter()
    .on('link[href="./app.css"]', { element: link => void link.setAttribute('href', style) })
    .on('link[href^="./"]:not([href="./app.css"])', { element: linkFile })
    .on('script[src="./main.tsx"]', { element: script => void script.setAttribute('src', entry) })
    .on('head', { element: element => void element.append(preloading + later + keptLinks + head, { html: true }) })
    .transform(new Response(Bun.file(here('web/index.html'))))
  await Bun.write(join(web, 'index.html'), await page.text())
}
