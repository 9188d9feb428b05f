import type { KeyboardEvent } from 'react'
import { focusComposer } from '../composer/focus'
import { isOwn, type MessageActions, type Tools } from './message-toolbar'
import { isLocal, type Shown } from './messages'
import type { Message } from '../types'

const messagesOf = (thread: HTMLElement) => [...thread.querySelectorAll<HTMLElement>('article[data-message]')]

/** Gives the keyboard to the last message in sight. */
export function toMessages(thread: HTMLElement) {
  const { bottom } = thread.getBoundingClientRect()
  messagesOf(thread)
    .findLast(message => message.getBoundingClientRect().top < bottom)
    ?.focus()
}

/** One message up or down, or to the first and the last that are there. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowUp: at => at - 1,
  ArrowDown: at => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The toolbar of a message comes with the focus: sideways into it, and from button to button. */
const SIDEWAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

type Doing = { messages: Shown[]; actions: Pick<MessageActions, 'reply' | 'erase' | 'isOwn'>; tools: Tools | undefined }

/** The keys of a message that has the focus (roving focus): letters stay with the answer. */
export function messageKeys(event: KeyboardEvent<HTMLElement>, { messages, actions, tools }: Doing) {
  const { target, key, currentTarget: thread } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const article = target.closest<HTMLElement>('article[data-message]')
  // What else of a message has the focus, as the slider of a recording, has keys of its own.
  if (!article || !target.matches('article[data-message], .msg-actions > button')) return
  if (key === 'Escape') {
    event.preventDefault()
    // One step at a time: from the tools of a message to it, and from there to the answer.
    return target === article ? focusComposer() : article.focus()
  }
  const sideways = SIDEWAYS[key]
  if (sideways) {
    const stops = [article, ...article.querySelectorAll<HTMLElement>(':scope > .msg-actions button')]
    event.preventDefault()
    return stops[Math.max(0, stops.indexOf(target) + sideways)]?.focus()
  }
  const step = STEPS[key]
  if (step) {
    event.preventDefault()
    const all = messagesOf(thread)
    return all[step(all.indexOf(article), all.length)]?.focus()
  }
  const message = messages.find(({ id }) => id === article.dataset.message)
  // What a button of it does with a key is its own.
  if (target !== article || tools !== 'all' || !message || message.isDeleted || isLocal(message)) return
  if (key !== 'Enter' && !(key === 'Delete' && isOwn(message, actions))) return
  event.preventDefault()
  if (key === 'Enter') actions.reply(message)
  else {
    const album = article.dataset.album?.split(' ')
    actions.erase(album ? messages.filter((one): one is Message => !isLocal(one) && album.includes(one.id)) : [message])
  }
}
