import { computed, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { words } from './texts'

export const MAX_TEXT = 500

const Task = v.object({ id: v.number(), text: v.string(), done: v.boolean(), createdAt: v.number(), updatedAt: v.number() })
export type Task = v.InferOutput<typeof Task>

/** Tasks are of one person in one browser: who signs in next has a key of their own. They outlive a logout, as nothing else holds them. */
const key = computed(() => `tasks-${user.value?.id}`)
/** What came to be stored since by this window or another. */
const changes = signal(0)
addEventListener('storage', () => changes.value++)

export const tasks = computed(() => {
  void changes.value
  return stored(key.value)
})

function stored(key: string): Task[] {
  try {
    return v.parse(v.array(Task), JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

/** Changes what is stored now, which another window may have changed meanwhile. False when the browser has no room for it. */
function change(to: (tasks: Task[]) => Task[]) {
  try {
    localStorage.setItem(key.peek(), JSON.stringify(to(stored(key.peek()))))
  } catch {
    toast.bad(words('noRoom'))
    return false
  }
  changes.value++
  return true
}

const update = (id: number, what: Partial<Task>) =>
  change(list => list.map(task => (task.id === id ? { ...task, ...what, updatedAt: Date.now() } : task)))

/** Says whether the text is kept; a blank one is none. */
export function add(text: string) {
  if (!text.trim()) return false
  const now = Date.now()
  return change(list => {
    const id = Math.max(0, ...list.map(task => task.id)) + 1
    return [{ id, text: text.trim(), done: false, createdAt: now, updatedAt: now }, ...list]
  })
}
export const edit = ({ id, text: before }: Task, text: string) => {
  if (text.trim() && text.trim() !== before) update(id, { text: text.trim() })
}
export const setDone = ({ id }: Task, done: boolean) => update(id, { done })

/** Takes tasks away; they come back to their places until somebody decides otherwise. */
function remove(gone: (task: Task) => boolean, said: string) {
  const before = stored(key.peek())
  const isGone = new Set(before.filter(gone).map(({ id }) => id))
  if (!change(list => list.filter(({ id }) => !isGone.has(id)))) return
  const back = (list: Task[]) => {
    const kept = new Set(before.map(({ id }) => id))
    const now = new Map(list.map(task => [task.id, task]))
    return [...list.filter(({ id }) => !kept.has(id)), ...before.flatMap(task => (isGone.has(task.id) ? task : (now.get(task.id) ?? [])))]
  }
  toast.undo(said, () => void change(back))
}
export const removeTask = ({ id }: Task) => remove(task => task.id === id, words('removed'))
export const clearDone = () => remove(({ done }) => done, words('cleared'))
