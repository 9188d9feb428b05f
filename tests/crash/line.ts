import type { Fault, Scene } from './scene'
import { until } from '../until'

const STRIKE_MS = 20_000

/** The line falls, comes back and carries something again. */
const falls = (act: (scene: Scene) => unknown) => async (scene: Scene) => {
  await scene.closedBy(() => act(scene))
  await scene.back()
  await scene.talked(1)
}
const ended = (code?: number) => falls(({ control, account }) => control.disconnect({ account, code }))

/** A counted fault, until it has struck as often as it should. */
const counted =
  (faults: Partial<Record<'duplicate' | 'reverse' | 'corrupt' | 'corruptSends' | 'swallowAcks', number>>) => async (scene: Scene) => {
    const left = scene.fault(faults)
    await until(() => Object.keys(faults).every(name => left[name as keyof typeof faults] === 0), STRIKE_MS, 'the fault struck')
  }

async function replaced({ control, account, closedBy, connection, client, connectionId, talked }: Scene) {
  await closedBy(() => control.disconnect({ account, code: 440 }))
  await until(
    async () => {
      const { status, reason } = await connection()
      return status === 'DISCONNECTED' && reason === 'replaced'
    },
    STRIKE_MS,
    'a state that says so',
  )
  await talked(2)
  await client.post(`/whatsappsession/${connectionId}`, {})
}

/** Both ends believe in a socket that carries nothing any more. */
async function dead({ closedBy, fault }: Scene) {
  await closedBy(() => fault({ halfOpen: true }))
  fault({ halfOpen: false })
}

/** What goes wrong between the product and WhatsApp's server, and must leave no trace in the conversations. */
export const LINE = {
  drop: {
    says: 'a line that drops, and drops again',
    async strike(scene) {
      await ended()(scene)
      await ended()(scene)
    },
  },
  515: { says: 'a server that asks for a restart (515)', strike: ended(515) },
  503: { says: 'a server that is not available (503)', strike: ended(503) },
  440: { says: 'a session that was replaced (440), begun again by the administrator', strike: replaced },
  login: {
    says: 'logins that are refused for a while (503)',
    strike: falls(({ control, account, fault }) => {
      fault({ loginFailure: { reason: 503, times: 2 } })
      control.disconnect({ account })
    }),
  },
  refused: {
    says: 'upgrades that are refused for a while (403)',
    strike: falls(({ control, account }) => {
      control.refuseUpgrade({ status: 403, times: 2 })
      control.disconnect({ account })
    }),
  },
  dead: { says: 'a dead line: open, and nothing comes', strike: dead },
  // The client asks again for a copy that it can't decrypt any more, and what follows it may have to be sent again too.
  duplicates: { says: 'messages that are delivered twice', strike: counted({ duplicate: 20 }), anyOrder: true },
  reordering: { says: 'messages that are delivered in another order', strike: counted({ reverse: 5 }), anyOrder: true },
  undecryptable: {
    says: 'messages that can not be decrypted, either way, and are asked for again',
    // More in a row than this, and the client gives up.
    strike: counted({ corrupt: 3, corruptSends: 2 }),
    anyOrder: true,
  },
  acks: {
    says: 'messages whose acceptance the server never told before the line dropped',
    async strike(scene) {
      await counted({ swallowAcks: 6 })(scene)
      await ended()(scene)
    },
  },
} satisfies Record<string, Fault>
