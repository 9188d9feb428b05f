import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Dot } from '../../kit/chips'
import { type Language, language, t } from '../../kit/i18n'
import { chooseLanguage, user } from '../../session'
import { prefer } from '../../shell/prefer'
import { UNDO_SECONDS } from '../../../src/modules/users/body'
import { languages, useChoices } from '../../shell/choices'
import { chime } from '../../shell/chime'
import { loudnessOf } from '../../shell/quiet'
import { Loudness, VolumeSlider } from '../../shell/volume'
import { queues } from '../tickets/queues'
import { PushNotices } from './push'
import { words } from './texts'

export function Preferences() {
  useSignals()
  const { themeItems } = useChoices()
  return (
    <>
      <div className="line">
        <div>
          <label className="font-medium" htmlFor="own-language">
            {t('top.language')}
          </label>
          <p>{words('languageHelp')}</p>
        </div>
        <select
          id="own-language"
          className="select"
          value={language.value}
          onChange={event => void chooseLanguage(event.currentTarget.value as Language)}
        >
          {languages.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="line">
        <div>
          <div className="font-medium" id="own-theme">
            {t('top.theme')}
          </div>
          <p>{words('themeHelp')}</p>
        </div>
        <div className="segment" role="tablist" aria-labelledby="own-theme">
          {themeItems.map(({ label, checked, run }) => (
            <button key={label} type="button" role="tab" aria-selected={checked} onClick={run}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="line">
        <div>
          <label className="font-medium" htmlFor="own-volume">
            {words('volume')}
          </label>
          <p>{words('volumeHelp')}</p>
        </div>
        <span className="volume">
          <VolumeSlider id="own-volume" />
        </span>
      </div>
      <QueueVolumes />
      <Quiet />
      <PushNotices />
      <div className="line">
        <div>
          <label className="font-medium" htmlFor="own-undo">
            {words('undoSend')}
          </label>
          <p>{words('undoSendHelp')}</p>
        </div>
        <select
          id="own-undo"
          className="select"
          value={user.value?.preferences.undoSeconds}
          onChange={event => void prefer({ undoSeconds: secondsOf(event.currentTarget.value) })}
        >
          {UNDO_SECONDS.map(n => (
            <option key={n} value={n}>
              {n ? words('undoSeconds', { n }) : words('undoOff')}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

const secondsOf = (value: string) => UNDO_SECONDS.find(seconds => String(seconds) === value) ?? 0

/** One slider for each queue that one serves; what is as loud as all is no choice, and is kept by nobody. */
function QueueVolumes() {
  useSignals()
  const [moving, move] = useState<{ queueId: number; volume: number }>()
  const chosen = user.value?.preferences.queueVolumes ?? []
  if (!queues.value.length) return null
  const save = (queueId: number, volume: number) => {
    move(undefined)
    if (loudnessOf(chosen, queueId) === volume) return
    const others = chosen.filter(one => one.queueId !== queueId)
    void prefer({ queueVolumes: volume === 1 ? others : [...others, { queueId, volume }] })
  }
  return (
    <fieldset className="line">
      <div>
        <legend className="font-medium">{words('queueVolumes')}</legend>
        <p>{words('queueVolumesHelp')}</p>
      </div>
      <div className="by-queue grid gap-1">
        {queues.value.map(({ id, name, color }, i) => (
          <div key={id} className="flex items-center gap-2">
            <Dot color={color} />
            <span className="clip" style={{ width: 110 }}>
              {name}
            </span>
            <span className="volume">
              <Loudness
                id={i ? undefined : 'own-queue-volumes'}
                label={words('volumeOf', { name })}
                value={moving?.queueId === id ? moving.volume : loudnessOf(chosen, id)}
                change={volume => move({ queueId: id, volume })}
                heard={volume => {
                  save(id, volume)
                  void chime(volume)
                }}
              />
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

const NIGHT = { from: '22:00', to: '07:00' }
/** The hours in which nothing sounds and no notice comes. */
function Quiet() {
  useSignals()
  const quiet = user.value?.preferences.quiet ?? null
  const time = (side: 'from' | 'to') =>
    quiet && (
      <input
        type="time"
        className="input"
        style={{ width: 110 }}
        aria-label={words(side === 'from' ? 'quietFrom' : 'quietTo')}
        defaultValue={quiet[side]}
        key={quiet[side]}
        onBlur={({ currentTarget: { value } }) => value && value !== quiet[side] && void prefer({ quiet: { ...quiet, [side]: value } })}
      />
    )
  return (
    <div className="line">
      <div>
        <label className="font-medium" htmlFor="own-quiet">
          {words('quiet')}
        </label>
        <p>{words('quietHelp')}</p>
      </div>
      <div className={quiet ? 'times flex items-center gap-2' : 'flex'}>
        {time('from')}
        {quiet && '–'}
        {time('to')}
        <input
          id="own-quiet"
          type="checkbox"
          role="switch"
          className="toggle"
          checked={quiet !== null}
          onChange={event => void prefer({ quiet: event.currentTarget.checked ? NIGHT : null })}
        />
      </div>
    </div>
  )
}
