import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { ConnectionBody } from '../../../src/modules/connections/body'
import { post, put } from '../../kit/api'
import { Dot } from '../../kit/chips'
import { FormFoot, Sheet } from '../../kit/dialog'
import { AreaField, SelectField, SwitchField, TextField } from '../../kit/field'
import { fieldError, form } from '../../kit/form'
import { t } from '../../kit/i18n'
import { toast } from '../../kit/toast'
import { catalog, type Connection, type Integration, type Queue } from '../../catalog'
import { words } from './texts'

const { name, isDefault, queueIds, greetingMessage, complationMessage, expiresTicket, expiresInactiveMessage, integrationId } =
  ConnectionBody.entries
const Body = v.object({
  name,
  isDefault,
  sandbox: ConnectionBody.entries.sandbox,
  queueIds,
  greetingMessage,
  complationMessage,
  expiresTicket,
  expiresInactiveMessage,
  integrationId,
})

type Props = { connection?: Connection; saved: (connection: Connection, made: boolean) => void; close: () => void }

/** Makes a connection, or changes one. */
export function ConnectionSheet({ connection, saved, close }: Props) {
  useSignals()
  const queues = catalog('queues').items.value
  const integrations = catalog('integrations').items.value
  const [sheet] = useState(() => {
    const { queues: own = [], ...given }: Partial<Connection> = connection ?? {}
    const initial = {
      name: given.name ?? '',
      isDefault: given.isDefault ?? false,
      sandbox: given.sandbox ?? false,
      queueIds: own.map(queue => queue.id),
      greetingMessage: given.greetingMessage ?? '',
      complationMessage: given.complationMessage ?? '',
      expiresTicket: String(given.expiresTicket ?? 0),
      expiresInactiveMessage: given.expiresInactiveMessage ?? '',
      integrationId: given.integrationId ?? null,
    }
    return form(Body, initial, async body => {
      if ((body.queueIds?.length ?? 0) > 1 && !body.greetingMessage?.trim())
        throw fieldError('greetingMessage', t('error.ERR_WAPP_GREETING_REQUIRED'))
      const answer = await (connection ? put<Connection>(`/whatsapp/${connection.id}`, body) : post<Connection>('/whatsapp', body))
      // A new one opens its QR code, which says enough.
      if (connection) toast.ok(words('saved'), 3_000)
      close()
      saved(answer, !connection)
    })
  })
  const { values, errors } = sheet
  const chosen = (values.value.queueIds ?? []).map(Number)
  const choose = (id: number, on: boolean) => sheet.set('queueIds', on ? [...chosen, id] : chosen.filter(other => other !== id))
  return (
    <Sheet
      title={connection ? words('editTitle') : words('new')}
      close={close}
      dirty={sheet.dirty.value}
      onSubmit={sheet.submit}
      footer={
        <FormFoot
          close={close}
          action={connection ? t('common.save') : words('create')}
          busy={sheet.busy.value}
          dirty={sheet.dirty.value}
        />
      }
    >
      <TextField label={t('common.name')} {...sheet.field('name')} error={errors.value['name']} maxLength={50} help={words('nameHelp')} />
      {!connection && <SwitchField label={words('simulatedPhone')} help={words('simulatedPhoneHelp')} {...sheet.box('sandbox')} />}
      <SwitchField
        label={words('isDefault')}
        help={words(connection?.isDefault ? 'isDefaultFixed' : 'isDefaultHelp')}
        {...sheet.box('isDefault')}
        disabled={connection?.isDefault}
      />
      <QueuePicks queues={queues} chosen={chosen} choose={choose} />
      {chosen.length > 1 && (
        <AreaField
          label={words('greeting')}
          {...sheet.field('greetingMessage')}
          error={errors.value['greetingMessage']}
          help={words('greetingHelp')}
          maxLength={4000}
        />
      )}
      <AreaField
        label={words('farewell')}
        optional
        {...sheet.field('complationMessage')}
        error={errors.value['complationMessage']}
        help={words('farewellHelp')}
        maxLength={4000}
      />
      <IntegrationPick
        integrations={integrations}
        value={values.value.integrationId || null}
        change={id => sheet.set('integrationId', id)}
      />
      <TextField
        label={words('expires')}
        inputMode="numeric"
        className="max-w-32"
        {...sheet.field('expiresTicket')}
        onChange={event => sheet.set('expiresTicket', event.currentTarget.value.replace(/\D/g, '').slice(0, 5))}
        error={errors.value['expiresTicket']}
        help={words('expiresHelp')}
      />
      {Number(values.value.expiresTicket) > 0 && (
        <AreaField
          label={words('expiresMessage')}
          optional
          {...sheet.field('expiresInactiveMessage')}
          error={errors.value['expiresInactiveMessage']}
          help={words('expiresMessageHelp')}
          maxLength={4000}
        />
      )}
    </Sheet>
  )
}

type Picks = { queues: Queue[]; chosen: number[]; choose: (id: number, on: boolean) => void }

/** The queues whose customers come over this number. */
const QueuePicks = ({ queues, chosen, choose }: Picks) => (
  <fieldset className="fld">
    <legend className="lbl">
      {words('queues')} <em>{t('common.optional')}</em>
    </legend>
    {queues.length ? (
      <div className="pick-list">
        {queues.map(({ id, name, color }) => (
          <label key={id} className="pick-row">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={chosen.includes(id)}
              onChange={event => choose(id, event.currentTarget.checked)}
            />
            <Dot color={color} />
            <span className="clip">{name}</span>
          </label>
        ))}
      </div>
    ) : (
      <p className="help">{words('noQueues')}</p>
    )}
    {queues.length > 0 && <p className="help">{words('queuesHelp')}</p>}
  </fieldset>
)

type Answering = { integrations: Integration[]; value?: number | string | null; change: (id: number | null) => void }

/** Who answers before a person does; not shown while there is no integration. */
const IntegrationPick = ({ integrations, value, change }: Answering) =>
  integrations.length ? (
    <SelectField
      id="f-integrationId"
      label={words('integration')}
      optional
      help={words('integrationHelp')}
      value={value ?? ''}
      onChange={event => change(Number(event.currentTarget.value) || null)}
    >
      <option value="">{words('noIntegration')}</option>
      {integrations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  ) : null
