import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { Dialog, FormFoot } from '../../../kit/dialog'
import { TextField } from '../../../kit/field'
import { t } from '../../../kit/i18n'
import { coordinatesIn } from './coordinates'
import { useCardSending } from './sending-card'
import { words } from './texts'

const LOCATING = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }

/** Where something is: by what was pasted of a map, or by what the browser knows. */
export default function SendPlace({ ticketId, close }: { ticketId: number; close: () => void }) {
  const [where, setWhere] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [locating, setLocating] = useState(false)
  const { busy, send } = useCardSending(ticketId, 'location', close)
  function locate() {
    setLocating(true)
    setError(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false)
        setWhere(`${latitude.toFixed(6)}, ${longitude.toFixed(6)}`)
      },
      () => {
        setLocating(false)
        setError(words('noHere'))
      },
      LOCATING,
    )
  }
  return (
    <Dialog
      title={words('sendPlace')}
      width={480}
      close={close}
      onSubmit={event => {
        const place = coordinatesIn(where)
        setError(place ? undefined : words('notAPlace'))
        void send(event, place ? { ...place, name } : undefined)
      }}
      footer={<FormFoot close={close} action={t('tickets.send')} busy={busy} />}
    >
      <TextField
        id="place-where"
        label={words('where')}
        help={words('whereHelp')}
        error={error}
        value={where}
        onChange={event => {
          setWhere(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <button type="button" className="btn btn-sm btn-plain mt-2" aria-busy={locating} disabled={locating} onClick={locate}>
        <LocateFixed className="icon icon-sm" aria-hidden />
        {words('here')}
      </button>
      <div className="mt-4">
        <TextField
          id="place-name"
          label={words('placeName')}
          optional
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
