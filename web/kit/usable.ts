import { allTexts } from './i18n'
import type { Retryable } from './retryable'

const { promise, resolve } = Promise.withResolvers<void>()
/** The first rows are there, or the page: a person can begin when they are painted. */
export function beUsable() {
  if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 })
  else setTimeout(resolve, 100)
}

/** Nothing waits for ever for a list that does not come. */
setTimeout(resolve, 3_000)

/** Which scripts each later one needs, so that they come side by side (build/scripts.ts): nothing of the first load does. */
async function readTable() {
  const table = document.querySelector<HTMLLinkElement>('link[rel=later]')
  if (table) await import(table.href)
}
/** It makes what follows faster, as the other texts do, and nothing waits long for them. */
const WAITS_MS = 2_000

/** When a person can begin: what makes the page whole, or the next step fast, is fetched from then on, and takes no time from the first. */
export const usable = promise
  .then(() => Promise.race([Promise.all([readTable(), allTexts()]), new Promise(done => setTimeout(done, WAITS_MS))]))
  .catch(() => {})
export const afterwards = <Module>(load: Retryable<Module>) => (() => usable.then(load)) as Retryable<Module>
