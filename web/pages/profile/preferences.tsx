import { useSignals } from '@preact/signals-react/runtime'
import { type Language, language, t } from '../../kit/i18n'
import { chooseLanguage, user } from '../../session'
import { prefer } from '../../shell/prefer'
import { UNDO_SECONDS } from '../../../src/modules/users/body'
import { languages, useChoices } from '../../shell/choices'
import { VolumeSlider } from '../../shell/volume'
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
