import type { Fault } from './scene'
import { until } from '../until'

const STRIKE_MS = 20_000

/** What goes wrong with files alone: the words beside them come at once, and the files as soon as the host has recovered. */
export const MEDIA_HOST = {
  'media-host': {
    says: 'a media host that fails, then recovers',
    async strike({ control, client, account, talk, talked, closedBy, back }) {
      control.refuseMedia({ status: 503 })
      await until(
        async () => {
          for (const { ticketId } of talk.chats)
            if ((await client.messages(ticketId)).some(message => message.mimetype && !message.mediaUrl)) return true
        },
        STRIKE_MS,
        'a message without its file',
      )
      await talked(1)
      control.clearFaults()
      await closedBy(() => control.disconnect({ account }))
      await back()
    },
  },
} satisfies Record<string, Fault>
