import { useSignals } from '@preact/signals-react/runtime'
import { catalog } from '../../catalog'
import { Avatar } from '../../kit/avatar'
import { Dot } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import { retryable } from '../../kit/retryable'
import { runnable } from '../../kit/keys'
import { dialog, type Recipient } from '../../pages/tickets/dialogs/shown'
import { chosen } from '../../pages/tickets/list/choosing'
import { may, user } from '../../session'
import { sentenceOf } from '../availability/state'
import type { Command } from './commands'
import { words } from './texts'

const AVATAR = 28
const importChats = retryable(() => import('../../pages/chats/direct'))

/** Gives the conversation on screen to somebody; nothing where there is none to be given, or some rows are chosen, whose bar has the verbs. */
function handingOver() {
  const transfer = runnable().find(({ id }) => id === 'transfer')
  if (!transfer || chosen.peek().size) return
  return (to: Recipient) => {
    transfer.run()
    const asked = dialog.peek()
    if (asked?.kind === 'transfer') dialog.value = { ...asked, to }
  }
}

/** The conversation on screen goes to a queue by its name. */
export function useQueueCommands(): Command[] {
  useSignals()
  const handOver = handingOver()
  if (!handOver) return []
  return catalog('queues').items.value.map(({ id, name, color }) => ({
    id: `transfer-queue:${id}`,
    group: 'actions',
    label: words('transferTo', { name }),
    hint: t('tickets.queue'),
    icon: <Dot color={color} />,
    run: () => handOver({ id, name, isQueue: true }),
  }))
}

/** What is done with a colleague by their name: the conversation on screen goes to them, and they are written to. */
export function useColleagueCommands(go: (path: string) => void): Command[] {
  useSignals()
  const handOver = handingOver()
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
        ...(handOver
          ? [
              {
                ...shown,
                id: `transfer:${one.id}`,
                label: words('transferTo', { name: one.name }),
                run: () => handOver(one),
              },
            ]
          : []),
      ]
    })
}
