import { useSignals } from '@preact/signals-react/runtime'
import { catalog } from '../../catalog'
import { Avatar } from '../../kit/avatar'
import { toastError } from '../../kit/errors'
import { retryable } from '../../kit/retryable'
import { runnable } from '../../kit/keys'
import { dialog } from '../../pages/tickets/dialogs/shown'
import { may, user } from '../../session'
import { sentenceOf } from '../availability/state'
import type { Command } from './commands'
import { words } from './texts'

const AVATAR = 28
const importChats = retryable(() => import('../../pages/chats/direct'))

/** What is done with a colleague by their name: the conversation on screen goes to them, and they are written to. */
export function useColleagueCommands(go: (path: string) => void): Command[] {
  useSignals()
  const transfer = runnable().find(({ id }) => id === 'transfer')
  return catalog('users')
    .items.value.filter(({ id }) => id !== user.value?.id)
    .flatMap((one): Command[] => {
      const shown = {
        group: 'colleagues' as const,
        hint: one.availability.state === 'available' ? undefined : sentenceOf(one.availability),
        icon: <Avatar name={one.name} size={AVATAR} />,
      }
      return [
        ...(may('chats:use')
          ? [
              {
                ...shown,
                id: `chat:${one.id}`,
                label: words('talkTo', { name: one.name }),
                run: () =>
                  void importChats()
                    .then(({ talkTo }) => talkTo(one))
                    .then(({ uuid }) => go(`/chats/${uuid}`), toastError),
              },
            ]
          : []),
        ...(transfer
          ? [
              {
                ...shown,
                id: `transfer:${one.id}`,
                label: words('transferTo', { name: one.name }),
                run() {
                  transfer.run()
                  const asked = dialog.peek()
                  if (asked?.kind === 'transfer') dialog.value = { ...asked, to: one }
                },
              },
            ]
          : []),
      ]
    })
}
