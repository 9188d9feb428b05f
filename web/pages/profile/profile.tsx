import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Lock, SlidersHorizontal, Smartphone, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog, FormFoot } from '../../kit/dialog'
import { t } from '../../kit/i18n'
import { profileShown } from '../../shell/shell'
import { formsUntil } from './forms'
import { Password } from './password'
import { Person } from './person'
import { Preferences } from './preferences'
import { Sessions } from './sessions'
import { words } from './texts'

const SECTIONS = { person: UserRound, preferences: SlidersHorizontal, password: Lock, sessions: Smartphone }
type Section = keyof typeof SECTIONS
const shown = signal<Section>('person')

/** Shows the preference that was asked for by its name. */
function useAsked() {
  const asked = profileShown.peek()
  useState(() => typeof asked === 'string' && (shown.value = 'preferences'))
  useEffect(() => {
    const field = typeof asked === 'string' ? document.getElementById(asked) : null
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [])
}

/** The own account: who one is, how it looks, the password, and where one is signed in. */
export default function Profile({ close }: { close: () => void }) {
  useSignals()
  const [{ person, password, done }] = useState(() =>
    formsUntil(() => {
      shown.value = 'person'
      close()
    }),
  )
  useAsked()
  const edit = { person, password, preferences: undefined, sessions: undefined }[shown.value]
  return (
    <Dialog
      title={words('title')}
      close={done}
      width={720}
      dirty={person.dirty.value || password.dirty.value}
      onSubmit={edit ? event => void edit.submit(event) : undefined}
      footer={
        edit ? (
          <FormFoot
            close={done}
            action={words(shown.value === 'person' ? 'save' : 'change')}
            busy={edit.busy.value}
            dirty={edit.dirty.value}
          />
        ) : (
          <>
            {shown.value === 'preferences' && <span className="mr-auto faint t-meta">{words('atOnce')}</span>}
            <button type="button" className="btn btn-plain" onClick={done}>
              {t('common.close')}
            </button>
          </>
        )
      }
    >
      <div className="account">
        <nav aria-label={words('sections')}>
          {(Object.keys(SECTIONS) as Section[]).map(section => {
            const Icon = SECTIONS[section]
            return (
              <button
                key={section}
                type="button"
                aria-current={section === shown.value ? 'page' : undefined}
                onClick={() => (shown.value = section)}
              >
                <Icon className="icon" aria-hidden />
                {words(section)}
              </button>
            )
          })}
        </nav>
        <section aria-label={words(shown.value)}>
          {shown.value === 'person' && <Person edit={person} />}
          {shown.value === 'preferences' && <Preferences />}
          {shown.value === 'password' && <Password edit={password} />}
          {shown.value === 'sessions' && <Sessions />}
        </section>
      </div>
    </Dialog>
  )
}
