import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for the tests: the one that CHROMIUM names, or the first that is installed. One without a window needs half the time. */
export const findChromium = (): string | undefined => [process.env.CHROMIUM, ...PLACES].find(path => path && existsSync(path))
