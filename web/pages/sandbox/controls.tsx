import { useSignals } from '@preact/signals-react/runtime'
import {
  CheckCheck,
  ChevronLeft,
  ContactRound,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  PhoneMissed,
  SmilePlus,
  WifiOff,
} from 'lucide-react'
import { useEffect } from 'react'
import { post, put } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { SwitchField } from '../../kit/field'
import { clock } from '../../kit/format'
import { type PlainKey, type PlainWord, t } from '../../kit/i18n'
import { nameShortcuts } from '../../kit/key-names'
import { defineShortcuts, keysOf, useShortcut } from '../../kit/keys'
import { Pop } from '../../kit/popover'
import { IconButton } from '../../kit/icon-button'
import type { Pane } from './sandbox'
import { type Outgoing, send } from './sending'
import type { SandboxStore } from './store'
import type { Phone } from './types'
import { words } from './texts'

const EMOJIS = ['👍', '❤️', '😂', '😮', '🙏', '😡']
const FAULT_CHECK_MS = 2_000

/** Made-up things to send with one press. `key` is what every page calls them, where the shortcuts are read. */
const samples: { id: string; icon: LucideIcon; label: PlainWord<typeof words>; key: PlainKey; message: Outgoing }[] = [
  { id: 'simPhoto', icon: Image, label: 'photo', key: 'tickets.photo', message: { type: 'image' } },
  { id: 'simVoice', icon: Mic, label: 'voice', key: 'tickets.audio', message: { type: 'voice' } },
  {
    id: 'simPlace',
    icon: MapPin,
    label: 'place',
    key: 'tickets.location',
    message: { type: 'location', latitude: -3.0832, longitude: -60.0125, name: 'Rua das Acácias, 218', address: 'Parque Dez, Manaus' },
  },
  { id: 'simFile', icon: FileText, label: 'file', key: 'tickets.document', message: { type: 'document' } },
  {
    id: 'simCard',
    icon: ContactRound,
    label: 'card',
    key: 'tickets.contactCard',
    message: { type: 'contact', contacts: [{ name: 'Marta do Condomínio', phone: '5592991112233' }] },
  },
]
const group = 'nav.sandbox'
defineShortcuts({ ...Object.fromEntries(samples.map(({ id }, i) => [id, { keys: [String(i + 1)] }])), simReact: { keys: ['6'] } })
nameShortcuts({
  ...Object.fromEntries(samples.map(({ id, key }) => [id, { label: key, group }])),
  simReact: { label: 'tickets.react', group },
})

/** What the phone on screen can send, what can happen to it, and what did. */
export function Controls({ store, show }: { store: SandboxStore; show: (pane: Pane) => void }) {
  useSignals()
  const phone = store.phones.value.find(each => each.number === store.chosen.value)
  return (
    <aside className="sim-side" aria-label={words('actions')}>
      <IconButton icon={ChevronLeft} label={words('back')} className="sim-back" onClick={() => show('phone')} />
      {phone && (
        <>
          <h2>{words('sendAs', { name: store.nameOf(phone.number) })}</h2>
          <div className="qas">
            {samples.map(({ id, icon, label, message }) => (
              <Quick key={id} id={id} icon={icon} label={words(label)} run={() => void send(store, message)} />
            ))}
            <React store={store} />
          </div>
          <h2>{words('happen')}</h2>
          <Happenings store={store} phone={phone} />
        </>
      )}
      <h2>{words('happened')}</h2>
      {store.log.value.length ? (
        <ol className="log">
          {store.log.value.map(({ key, at, text }) => (
            <li key={key}>
              <span className="tnum faint">{clock(at)}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="faint t-meta">{words('nothingYet')}</p>
      )}
    </aside>
  )
}

type QuickProps = { id: string; icon: LucideIcon; label: string; run: () => void; disabled?: boolean }

function Quick({ id, icon: Icon, label, run, disabled }: QuickProps) {
  useShortcut(id, run, !disabled)
  return (
    <button type="button" className="qa" disabled={disabled} onClick={run}>
      <Icon className="icon" aria-hidden />
      <span>{label}</span>
      <kbd className="kbd">{keysOf(id)}</kbd>
    </button>
  )
}

/** Reacts to the newest message of the team. */
function React({ store }: { store: SandboxStore }) {
  useSignals()
  const target = store.messages.value?.findLast(entry => !entry.fromMe && !entry.deleted && entry.type !== 'call')
  const react = (emoji: string) => target && void send(store, { type: 'reaction', message: target.id, emoji })
  useShortcut('simReact', () => react(EMOJIS[0]!), Boolean(target))
  return (
    <Pop
      label={t('tickets.react')}
      end
      trigger={
        <button type="button" className="qa" disabled={!target}>
          <SmilePlus className="icon" aria-hidden />
          <span>{t('tickets.react')}</span>
          <kbd className="kbd">{keysOf('simReact')}</kbd>
        </button>
      }
    >
      {close => (
        <div className="flex p-1.5">
          {EMOJIS.map(emoji => (
            <button
              key={emoji}
              type="button"
              className="btn btn-icon sim-emoji"
              aria-label={emoji}
              onClick={() => {
                close()
                react(emoji)
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </Pop>
  )
}

function Happenings({ store, phone }: { store: SandboxStore; phone: Phone }) {
  useSignals()
  const failNext = store.line.value?.failNext ?? false
  const path = store.phonePath(phone.number)
  const name = store.nameOf(phone.number)
  const say = (text: string) => store.note({ key: `${text} ${Date.now()}`, at: Date.now(), text })
  // A send that was refused uses the fault up, and nothing tells it.
  useEffect(() => {
    if (!failNext) return
    const timer = setInterval(() => void store.load(), FAULT_CHECK_MS)
    return () => clearInterval(timer)
  }, [failNext, store])

  const change = (part: Partial<Phone>) => put<Phone>(path, part).then(store.putPhone, toastError)
  const setOnline = (online: boolean) => void change({ online }).then(() => say(words(online ? 'cameOnline' : 'wentOffline', { name })))
  const setFault = (fail: boolean) =>
    void post<{ failNext: boolean }>(`${store.base()}/fault`, { failNext: fail }).then(answer => {
      if (store.line.value) store.line.value = { ...store.line.value, ...answer }
    }, toastError)
  return (
    <>
      <SwitchField
        id="sim-offline"
        label={words('noInternet')}
        help={words('noInternetHelp')}
        checked={!phone.online}
        onChange={event => setOnline(!event.currentTarget.checked)}
      />
      <SwitchField
        id="sim-fail"
        label={words('failNext')}
        help={words('failNextHelp')}
        checked={failNext}
        onChange={event => setFault(event.currentTarget.checked)}
      />
      <SwitchField
        id="sim-read"
        label={words('autoRead')}
        help={words('autoReadHelp')}
        checked={phone.autoRead}
        onChange={event => void change({ autoRead: event.currentTarget.checked })}
      />
      <div className="grid gap-2 mt-3">
        <button type="button" className="btn btn-plain btn-sm" onClick={() => void post(`${path}/read`).catch(toastError)}>
          <CheckCheck className="icon icon-sm" aria-hidden />
          {words('readNow')}
        </button>
        <button type="button" className="btn btn-plain btn-sm" onClick={() => void post(`${path}/call`, {}).catch(toastError)}>
          <PhoneMissed className="icon icon-sm" aria-hidden />
          {words('ring')}
        </button>
        <button type="button" className="btn btn-plain btn-sm" onClick={() => void post(`${store.base()}/drop`).catch(toastError)}>
          <WifiOff className="icon icon-sm" aria-hidden />
          {words('drop')}
        </button>
      </div>
    </>
  )
}
