import { ArrowRightLeft, CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { contacts } from '../../../src/modules/contacts'
import { get, post } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { Dialog, FormFoot } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { phone } from '../../kit/format'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { ContactField } from '../tickets/dialogs/contact-field'
import type { ContactRef } from '../tickets/types'
import type { Contact } from './types'
import { words } from './texts'

type Mergeable = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl'>
type Preview = Json<Awaited<ReturnType<typeof contacts.mergePreview>>>
type Props = { kept: Mergeable; gone?: Mergeable; close: () => void; merged?: () => void }

export async function undoMerge(keptId: number) {
  await post(`/contacts/${keptId}/unmerge`)
  toast.ok(words('unmerged'), 3_000)
}

/** Makes two contacts into one: who the other is, which of them remains, and what it will have. */
export function Merge({ kept: first, gone: second, close, merged }: Props) {
  const [kept, setKept] = useState(first)
  const [gone, setGone] = useState(second)
  const [found, setFound] = useState<ContactRef>()
  const [preview, setPreview] = useState<Preview>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    setPreview(undefined)
    if (!gone) return
    let isCurrent = true
    void get<Preview>(`/contacts/${kept.id}/merge`, { contactId: gone.id }).then(made => isCurrent && setPreview(made), toastError)
    return () => void (isCurrent = false)
  }, [kept.id, gone?.id])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!gone || !preview || busy) return document.getElementById('merge-with')?.focus()
    setBusy(true)
    try {
      await post(`/contacts/${kept.id}/merge`, { contactId: gone.id })
      toast.undo(words('merged', { name: preview.name }), () => void undoMerge(kept.id).then(merged, toastError))
      close()
      merged?.()
    } catch (error) {
      setBusy(false)
      toastError(error)
    }
  }
  function swap() {
    if (!gone) return
    setKept(gone)
    setGone(kept)
  }
  return (
    <Dialog
      title={words('mergeTitle', { name: first.name })}
      width={560}
      close={close}
      onSubmit={submit}
      footer={<FormFoot close={close} action={words('merge')} busy={busy || Boolean(gone && !preview)} />}
    >
      {!second && (
        <ContactField
          id="merge-with"
          label={words('mergeWith')}
          contact={found}
          choose={chosen => {
            setFound(chosen)
            setKept(first)
            setGone(chosen?.id === first.id ? undefined : chosen)
          }}
        />
      )}
      {gone && (
        <div className="merge-sides">
          <Person contact={kept} label={words('stays')} />
          <button type="button" className="btn btn-plain btn-sm" onClick={swap}>
            <ArrowRightLeft className="icon icon-sm" aria-hidden />
            {words('swap')}
          </button>
          <Person contact={gone} label={words('goes')} />
        </div>
      )}
      {preview && <Result {...preview} />}
    </Dialog>
  )
}

const Person = ({ contact, label }: { contact: Mergeable; label: string }) => (
  <div className="flex items-center gap-2 min-w-0 flex-1">
    <Avatar name={contact.name} src={contact.profilePicUrl} size={32} />
    <div className="min-w-0">
      <div className="t-meta muted">{label}</div>
      <div className="clip font-medium">{contact.name}</div>
      <div className="t-meta muted clip">{phone(contact.number) || words('noNumber')}</div>
    </div>
  </div>
)

function Result({ name, number, email, disableBot, extraInfo, ticketCount, lostNumber }: Preview) {
  const facts: [string, string][] = [
    [words('name'), name],
    [words('number'), phone(number) || words('noNumber')],
    [words('email'), email || '–'],
    [words('conversations'), words('tickets', { n: ticketCount })],
    ...(disableBot ? [[words('bot'), words('by.disableBot.no')] as [string, string]] : []),
    ...extraInfo.map(({ name: label, value }): [string, string] => [label, value]),
  ]
  return (
    <>
      <h3 className="lbl mb-1 font-medium">{words('willBe')}</h3>
      <div className="table-box">
        <table className="data">
          <tbody>
            {facts.map(([label, value], i) => (
              <tr key={i}>
                <td className="muted">{label}</td>
                <td>
                  <span className="clip block max-w-72">{value}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lostNumber && (
        <p className="help mt-2 flex gap-2">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {words('lostNumber', { number: phone(lostNumber) })}
        </p>
      )}
    </>
  )
}
