import { Webhook } from 'lucide-react'
import type { eventWebhooks } from '../../../src/modules/event-webhooks'
import { eventWebhookApi } from '../../../src/modules/event-webhooks/api'
import { EventWebhookBody, EventWebhookPatch } from '../../../src/modules/event-webhooks/body'
import { crudPage } from '../../crud/page'
import { State } from '../../kit/chips'
import { ago } from '../../kit/format'
import type { RowOf } from '../../kit/rows'
import { byName } from '../../kit/folded'
import { reasonText } from '../integrations/reason'
import { DeliveryLog } from './log'
import { words } from './texts'

type Row = RowOf<typeof eventWebhooks>

/** Where programs of the company are told of what happens, and how that goes. */
export default crudPage<Row>({
  api: eventWebhookApi,
  body: EventWebhookBody,
  patch: EventWebhookPatch,
  words,
  tall: true,
  icon: Webhook,
  columns: ({ name, url }) => [name!, url!, { id: 'state', head: words('state'), cell: row => <Fares {...row} /> }],
  nameOf: row => row.name,
  order: byName,
  right: 'eventWebhooks:write',
  tabs: row => (row ? [{ name: 'log', draw: () => <DeliveryLog id={row.id} /> }] : []),
})

function Fares({ enabled, gaveUp, failingSince, lastError }: Row) {
  return (
    <div className="grid gap-1">
      <div>
        {gaveUp ? (
          <State tone="bad">{words('gaveUp')}</State>
        ) : !enabled ? (
          <State tone="idle">{words('off')}</State>
        ) : failingSince ? (
          <State tone="wait">{words('failing', { ago: ago(failingSince) })}</State>
        ) : (
          <State tone="ok">{words('working')}</State>
        )}
      </div>
      {lastError && <span className="t-meta faint wrap-anywhere">{reasonText(lastError)}</span>}
    </div>
  )
}
