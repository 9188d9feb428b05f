import { useSignals } from '@preact/signals-react/runtime'
import { catalog } from '../../catalog'
import { Dot } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { runnable } from '../../kit/keys'
import { has, toggleTag } from '../../pages/tickets/contact/sync-tags'
import { chosen } from '../../pages/tickets/list/choosing'
import { opened } from '../../pages/tickets/on-screen'
import type { Command } from './commands'
import { words } from './texts'

/** The conversation on screen gets a tag by its name, or loses it. */
export function useTagCommands(): Command[] {
  useSignals()
  const ticket = opened.value?.ticket
  // While some rows are chosen, their bar has the verbs.
  if (!ticket || chosen.value.size || !runnable().some(({ id }) => id === 'tag')) return []
  return catalog('tags').items.value.map(tag => ({
    id: `tag:${tag.id}`,
    group: 'conversation',
    label: words(has(ticket.value.tags, tag) ? 'untag' : 'tag', { name: tag.name }),
    icon: <Dot color={tag.color} />,
    run: () => void toggleTag(ticket.peek().id, ticket.peek().tags, tag).catch(toastError),
  }))
}
