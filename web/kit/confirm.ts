import { signal } from '@preact/signals-react'

type Question = {
  title: string
  text?: string
  action: string
  danger?: boolean
  /** What the answer that loses nothing is called; it is filled then, has the focus, and Ctrl+Enter does not agree. */
  stay?: string
}

/** The question on screen, which kit/dialog draws. */
export const asked = signal<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** Asks; resolves to true when the user agrees. A destructive question repeats the name. */
export const confirm = (question: Question) =>
  new Promise<boolean>(resolve => {
    asked.value = {
      ...question,
      answer: yes => {
        asked.value = null
        resolve(yes)
      },
    }
  })
