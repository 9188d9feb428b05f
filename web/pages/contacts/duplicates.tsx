import { Check, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { contacts } from '../../../src/modules/contacts'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { Dialog } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { dateTime, phone } from '../../kit/format'
import { t } from '../../kit/i18n'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import type { Json } from '../../kit/rows'
import { Merge, undoMerge } from './merge'
import { words } from './texts'

type Found = Json<Awaited<ReturnType<typeof contacts.duplicates>>>
type Recent = Json<Awaited<ReturnType<typeof contacts.recentMerges>>>
type Group = Found['groups'][number]

/** Contacts that probably are one person, and the merges of late, which can be taken back. */
export default function Duplicates({ close }: { close: () => void }) {
  const [found, setFound] = useState<Found>()
  const [recent, setRecent] = useState<Recent>([])
  const [failed, setFailed] = useState(false)
  const [merging, setMerging] = useState<[Group['contacts'][number], Group['contacts'][number]]>()
  const load = () => {
    setFailed(false)
    void Promise.all([get<Found>('/contacts/duplicates'), get<Recent>('/contacts/merges')]).then(
      ([groups, merges]) => {
        setFound(groups)
        setRecent(merges)
      },
      () => setFailed(true),
    )
  }
  useEffect(load, [])
  return (
    <>
      <Dialog
        title={words('duplicates')}
        width={680}
        close={close}
        footer={
          <button type="button" className="btn btn-primary" onClick={close}>
            {t('common.close')}
          </button>
        }
      >
        {failed && <LoadFailed what={words('duplicatesWhat')} retry={load} />}
        {!failed && !found && <Skeleton rows={4} height={56} avatar={false} />}
        {found?.groups.length === 0 && (
          <p className="muted flex gap-2">
            <Check className="icon" aria-hidden />
            {words('noDuplicates')}
          </p>
        )}
        {found && found.groups.length > 0 && <p className="muted mb-3">{words('duplicatesText')}</p>}
        {found?.groups.map(group => (
          <GroupCard key={group.contacts.map(({ id }) => id).join()} group={group} merge={(kept, gone) => setMerging([kept, gone])} />
        ))}
        {found?.hasMore && <p className="help mb-3">{words('moreDuplicates')}</p>}
        {recent.length > 0 && (
          <>
            <h3 className="lbl mt-4 mb-1 font-medium">{words('recentMerges')}</h3>
            <ul className="contact-rows">
              {recent.map(({ id, at, kept, gone, isLast }) => (
                <li key={id}>
                  <div className="min-w-0">
                    <div className="clip">{words('mergedInto', { gone: gone.name, kept: kept.name })}</div>
                    <div className="t-meta muted">{[dateTime(at), phone(gone.number)].filter(Boolean).join(' · ')}</div>
                  </div>
                  {isLast && (
                    <button
                      type="button"
                      className="btn btn-plain btn-sm ml-auto"
                      onClick={() => void undoMerge(kept.id).then(load, toastError)}
                    >
                      <Undo2 className="icon icon-sm" aria-hidden />
                      {t('common.undo')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
      {merging && <Merge kept={merging[0]} gone={merging[1]} close={() => setMerging(undefined)} merged={load} />}
    </>
  )
}

/** One person: which row remains is chosen, and each of the others can be merged into it. */
function GroupCard({ group, merge }: { group: Group; merge: (kept: Group['contacts'][number], gone: Group['contacts'][number]) => void }) {
  const busiest = group.contacts.reduce((most, one) => (one.ticketCount > most.ticketCount ? one : most))
  const [keptId, keep] = useState(busiest.id)
  const kept = group.contacts.find(({ id }) => id === keptId) ?? busiest
  return (
    <fieldset className="contact-group">
      <legend className="t-meta muted">{group.reasons.map(reason => words(`same.${reason}`)).join(' · ')}</legend>
      <ul className="contact-rows">
        {group.contacts.map(contact => (
          <li key={contact.id}>
            <label className="flex items-center gap-2.5 min-w-0">
              <input
                type="radio"
                className="radio radio-primary"
                name={`kept-${group.contacts[0]!.id}`}
                checked={contact.id === kept.id}
                onChange={() => keep(contact.id)}
              />
              <Avatar name={contact.name} src={contact.profilePicUrl} size={28} />
              <span className="min-w-0">
                <span className="clip block font-medium">{contact.name}</span>
                <span className="t-meta muted clip block">
                  {[phone(contact.number) || words('noNumber'), contact.email, words('tickets', { n: contact.ticketCount })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </label>
            {contact.id === kept.id ? (
              <span className="ml-auto muted t-meta">{words('stays')}</span>
            ) : (
              <button
                type="button"
                className="btn btn-plain btn-sm ml-auto"
                aria-label={words('mergeOne', { gone: contact.name, kept: kept.name })}
                onClick={() => merge(kept, contact)}
              >
                {words('merge')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
