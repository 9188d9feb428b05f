import type { Signal } from '@preact/signals-react'
import { dropFile, keepFile, keptFile } from '../../../kit/kept-files'
import { keepRecord, someOf } from '../../../kit/record'
import { uuid } from '../../../kit/uuid'
import { user } from '../../../session'
import { isVoice, staysVoice } from './voice'

/** Files that were chosen and not sent, by the name under which this browser keeps them (kit/kept-files.ts): each ticket of a person has a list of its own. */
type Named = { name: string; isVoice: boolean }

const START = 'files-of-'
const ownStart = () => `${START}${user.peek()?.companyId}-${user.peek()?.id}-`
const listOf = (key: string): Named[] => JSON.parse(localStorage.getItem(key) ?? '[]')

/** The tickets in which this person has chosen files. */
export const withFiles = () =>
  Object.keys(localStorage).flatMap(key => (key.startsWith(ownStart()) ? Number(key.slice(ownStart().length)) : []))
/** Whether anybody's draft names a file that is kept. */
export const isOfDraft = (name: string) =>
  Object.keys(localStorage).some(key => key.startsWith(START) && listOf(key).some(one => one.name === name))

/** What is dropped from the store may take its bytes with it. */
const copied = async (file: File) => new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })

/** By list, what hears that another window changed it. */
const heard = new Map<string, (before: Named[]) => void>()
window.addEventListener('storage', ({ key, oldValue }) => {
  if (key && oldValue) heard.get(key)?.(JSON.parse(oldValue) as Named[])
})

/** Keeps the files of a draft over a reload, and brings back those that a page before left. What one window sends or takes away is gone in the others. */
export function keepFiles(ticketId: number, files: Signal<File[]>) {
  const key = ownStart() + ticketId
  const names = new Map<File, string>()
  const kept = new WeakSet<File>()
  /** Whether it was kept: a full storage keeps no file over a reload, of which the page is asked then. */
  const rewrite = (change: (list: Named[]) => Named[]) => keepRecord(key, someOf(change(listOf(key))))
  async function keep(file: File) {
    const name = uuid()
    names.set(file, name)
    const isKept = await keepFile(name, file)
    if (!isKept) return
    if (names.has(file) && rewrite(list => [...list, { name, isVoice: isVoice(file) }])) kept.add(file)
    else void dropFile(name)
  }
  function drop(file: File) {
    const name = names.get(file)!
    names.delete(file)
    rewrite(list => list.filter(one => one.name !== name))
    void dropFile(name)
  }
  async function bringBack() {
    const list = listOf(key)
    const read = async ({ name }: Named) => keptFile(name).then(kept => kept && copied(kept))
    const back = await Promise.allSettled(list.map(read))
    const found: File[] = []
    for (const [i, one] of back.entries()) {
      // What cannot be read as the page ends, or for want of memory, comes back with the next page.
      if (one.status === 'rejected') continue
      const { value: file } = one
      const { name, isVoice } = list[i]!
      if (!file) {
        rewrite(now => now.filter(one => one.name !== name))
        continue
      }
      names.set(file, name)
      kept.add(file)
      if (isVoice) staysVoice(file)
      found.push(file)
    }
    if (found.length) files.value = [...found, ...files.peek()]
  }
  let isComing = true
  void bringBack().finally(() => (isComing = false))
  files.subscribe(now => {
    for (const file of names.keys()) if (!now.includes(file)) drop(file)
    for (const file of now) if (!names.has(file)) void keep(file)
  })
  heard.set(key, before => {
    const left = new Set(listOf(key).map(({ name }) => name))
    const gone = before.filter(({ name }) => !left.has(name)).map(({ name }) => name)
    const isThere = (file: File) => !gone.includes(names.get(file) ?? '')
    if (!files.peek().every(isThere)) files.value = files.peek().filter(isThere)
  })
  return {
    /** Whether one would be lost with this page: it is too large, or still being kept. */
    losesOne: () => files.peek().some(file => !kept.has(file)),
    /** Whether there is none, and none comes back. */
    isEmpty: () => !isComing && !files.peek().length,
    leave: () => void heard.delete(key),
  }
}
