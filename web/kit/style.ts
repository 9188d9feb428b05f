import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { withTexts } from './i18n'
import type { Retryable } from './retryable'

const known = new Map<string, Promise<void>>()

/** Loads a style once; the address is what importing its file gives. One that does not come holds nothing up, and is asked for anew. */
function loadStyle(address: string) {
  const loading =
    known.get(address) ??
    new Promise<void>(resolve => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = address
      link.onload = () => resolve()
      link.onerror = () => {
        link.remove()
        known.delete(address)
        resolve()
      }
      document.head.append(link)
    })
  known.set(address, loading)
  return loading
}

/** A page with the styles that it alone needs, and all texts, asked for side by side: retried(styled(() => import('./pages/login'), login)). */
export const styled = <Module>(load: () => Promise<Module>, ...styles: string[]): Retryable<Module> => {
  const module = withTexts(load)
  return (async () => (await Promise.all([module(), ...styles.map(loadStyle)]))[0]) as Retryable<Module>
}

/** A part of the program did not come over the network. */
export class NotLoaded extends Error {}

const failed = new Set<() => void>()
/** Lets the next drawing ask anew for what did not come. */
export function retryFailed() {
  for (const renew of failed) renew()
  failed.clear()
}

/**
 * As React's lazy, which keeps a failed import for ever: after retryFailed the module is asked for anew. What is there already is drawn
 * without a fallback, which would stay for React's 300 ms.
 */
export function retried<Props extends object>(load: Retryable<{ default: (props: Props) => ReactNode }>) {
  let there: ComponentType<Props> | undefined
  async function loaded() {
    const module = await load()
    there = module.default
    return module
  }
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      loaded().catch((cause: unknown) => {
        failed.add(() => (part = attempt()))
        throw new NotLoaded('a module did not come', { cause })
      }),
    )
  let part = attempt()
  const Retried = (props: Props) => createElement(useState(() => there ?? part)[0], props)
  return Object.assign(Retried, { preload: () => void loaded().catch(() => {}) })
}
