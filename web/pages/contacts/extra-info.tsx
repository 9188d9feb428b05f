import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../kit/icon-button'
import type { ExtraInfo } from './types'
import { words } from './texts'

type Props = { rows: ExtraInfo[]; change: (rows: ExtraInfo[]) => void; error?: string }

/** Further facts about a contact: name and value, shown beside the conversation. */
export function ExtraInfoRows({ rows, change, error }: Props) {
  const set = (at: number, part: Partial<ExtraInfo>) => change(rows.map((row, i) => (i === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="fld" id="f-extraInfo" tabIndex={-1}>
      <legend className="lbl">
        {words('extra')} <em>{words('extraHelp')}</em>
      </legend>
      <div className="kv-edit">
        {rows.map((row, i) => [
          <input
            key={`${i}-name`}
            className="input"
            value={row.name}
            placeholder={words('extraName')}
            aria-label={words('extraName')}
            maxLength={60}
            autoFocus={!row.name && !row.id}
            onChange={event => set(i, { name: event.currentTarget.value })}
          />,
          <input
            key={`${i}-value`}
            className="input"
            value={row.value}
            placeholder={words('extraValue')}
            aria-label={row.name ? words('valueOf', { name: row.name }) : words('extraValue')}
            maxLength={500}
            onChange={event => set(i, { value: event.currentTarget.value })}
          />,
          <IconButton
            key={`${i}-remove`}
            icon={Trash2}
            label={words('removeOne', { name: row.name || words('extraName') })}
            onClick={() => change(rows.filter((_, at) => at !== i))}
          />,
        ])}
      </div>
      {error && (
        <p className="err">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {error}
        </p>
      )}
      <button type="button" className="btn btn-quiet btn-sm mt-2 -ml-2" onClick={() => change([...rows, { name: '', value: '' }])}>
        <Plus className="icon icon-sm" aria-hidden />
        {words('addExtra')}
      </button>
    </fieldset>
  )
}
