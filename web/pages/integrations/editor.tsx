import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { OFFICE_TOAST_MS } from '../../constants'
import { Dot } from '../../kit/chips'
import { Dialog, FormFoot } from '../../kit/dialog'
import { TextField } from '../../kit/field'
import { t } from '../../kit/i18n'
import { Link } from '../../kit/link'
import { toast } from '../../kit/toast'
import { TalkToRobot } from '../try-out/try-out'
import { draft } from './draft'
import { PluginField } from './plugin-field'
import { everyPlace } from './store'
import { Outcome, TestButton, useTrial } from './trial'
import { TypeIcon } from './type-icon'
import { type Integration, type Plugin, pluginFor, titleOf, typesOf } from './types'
import { words } from './texts'

/** What is offered first. */
const FIRST = 'typebot'

type Props = { plugins: Plugin[]; row?: Integration; saved: (row: Integration) => void; close: () => void }

/** Adds or edits an integration; the form follows from the plugin that is chosen. */
export function Editor({ plugins, row, saved, close }: Props) {
  useSignals()
  const types = typesOf(plugins)
  const [type, choose] = useState(row?.type ?? (types.includes(FIRST) ? FIRST : types[0]!))
  const plugin = pluginFor(plugins, type)!
  const { edit, tryOut, talk, kept } = useMemo(() => draft(plugin, type, row, saved), [type, row])
  const { properties, required } = plugin.form
  const [text, write] = useState('')
  const trial = useTrial(() => tryOut(text))
  const save = async (event: { preventDefault(): void }) => {
    if (!(await edit.submit(event))) return
    toast.ok(words(row ? 'saved' : 'created'), OFFICE_TOAST_MS)
    close()
  }
  return (
    <Dialog
      title={row ? words('editTitle') : words('new')}
      width={600}
      close={close}
      dirty={edit.dirty.value}
      onSubmit={save}
      footer={
        <>
          {plugin.canTest && <TestButton {...trial} className="mr-auto" />}
          <FormFoot close={close} action={row ? t('common.save') : words('create')} busy={edit.busy.value} />
        </>
      }
    >
      {!row && types.length > 1 && <Types plugins={plugins} chosen={type} choose={one => (trial.forget(), choose(one))} />}
      <TextField label={t('common.name')} {...edit.field('name')} error={edit.errors.value['name']} maxLength={50} />
      {Object.entries(properties).map(([name, field]) => (
        <PluginField key={name} {...{ name, field, edit }} required={required.includes(name)} stored={kept(name)} />
      ))}
      {plugin.hasKeys && (
        <p className="muted t-meta mb-4">
          {words('keysElsewhere')}{' '}
          <Link href={`/settings?search=${encodeURIComponent(plugin.title)}`} className="link-b">
            {words('openKeys')}
          </Link>
        </p>
      )}
      <Where keys={edit.values.value.where} id={row?.id} change={keys => edit.set('where', keys)} />
      {plugin.canTest && (
        <TextField
          id="test-text"
          label={words('testText')}
          optional
          value={text}
          maxLength={1000}
          placeholder={words('testSample')}
          onChange={event => write(event.currentTarget.value)}
        />
      )}
      <Outcome {...trial} />
      <TalkToRobot key={type} send={talk} />
    </Dialog>
  )
}

const Types = ({ plugins, chosen, choose }: { plugins: Plugin[]; chosen: string; choose: (type: string) => void }) => (
  <div
    className="picks mb-4"
    style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(124px, 1fr))' }}
    role="radiogroup"
    aria-label={words('type')}
  >
    {typesOf(plugins).map(type => (
      <button key={type} type="button" className="pick" role="radio" aria-checked={type === chosen} onClick={() => choose(type)}>
        <TypeIcon type={type} large />
        <span className="clip max-w-full">{titleOf(pluginFor(plugins, type), type)}</span>
      </button>
    ))}
  </div>
)

/** The connections and queues whose new conversations it answers. */
function Where({ keys, id, change }: { keys: string[]; id: number | undefined; change: (keys: string[]) => void }) {
  useSignals()
  const all = everyPlace()
  if (!all.length) return null
  return (
    <fieldset className="fld">
      <legend className="lbl mb-1 font-medium">{words('where')}</legend>
      <div className="pick-list">
        {all.map(({ kind, place, key }) => (
          <label key={key} className="pick-row">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={keys.includes(key)}
              onChange={event => change(event.currentTarget.checked ? [...keys, key] : keys.filter(one => one !== key))}
            />
            {place.color && <Dot color={place.color} />}
            <span className="clip">{place.name}</span>
            <span className="muted t-meta ml-auto">
              {place.integrationId && place.integrationId !== id ? words('taken') : words(kind === 'queue' ? 'queue' : 'connection')}
            </span>
          </label>
        ))}
      </div>
      <p className="help">{words('whereHelp')}</p>
    </fieldset>
  )
}
