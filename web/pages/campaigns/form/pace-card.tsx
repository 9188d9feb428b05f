import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Estimate as Reckoned } from '../../../../src/flows/campaigns/estimate'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import { get } from '../../../kit/api'
import { number } from '../../../kit/i18n'
import { Link } from '../../../kit/link'
import type { Json } from '../../../kit/rows'
import { dateTimeHere } from '../clock'
import { warningOf } from '../holds'
import { words as campaignWords } from '../texts'
import { filled } from '../verbs'
import { words } from './texts'

export type Estimate = Json<Reckoned>

/** How long it takes to send what is written, as the server reckons it. */
export function useEstimate(
  { contactListId, fileListId, whatsappId, scheduledAt, confirmation }: Record<string, unknown>,
  campaignId: number | undefined,
) {
  const [estimated, set] = useState<Estimate>()
  useEffect(() => {
    if (!contactListId) return set(undefined)
    let isOver = false
    const query = {
      contactListId: Number(contactListId),
      ...(campaignId ? { campaignId } : {}),
      ...(fileListId ? { fileListId: Number(fileListId) } : {}),
      ...(whatsappId ? { whatsappId: Number(whatsappId) } : {}),
      ...(scheduledAt ? { scheduledAt: String(scheduledAt) } : {}),
      confirmation: String(Boolean(confirmation)),
    }
    filled(query.contactListId)
      .then(() => get<Estimate>(`${campaignApi.path}/estimate`, query))
      .then(
        answer => !isOver && set(answer),
        () => {},
      )
    return () => void (isOver = true)
  }, [campaignId, contactListId, fileListId, whatsappId, scheduledAt, confirmation])
  return estimated
}

/** What is known before a campaign begins: to how many it goes, and how long that takes. */
export function PaceCard({ estimated, hasList, offline }: { estimated: Estimate | undefined; hasList: boolean; offline: string }) {
  return (
    <section className="pace-card">
      <h3>{words('pace')}</h3>
      {!hasList && <p className="muted">{words('noList')}</p>}
      {estimated && (
        <>
          <dl>
            <dt>{words('valid')}</dt>
            <dd>{words('ofAll', { n: number(estimated.valid), all: number(estimated.contacts) })}</dd>
            {estimated.unchecked > 0 && (
              <>
                <dt>{words('unchecked')}</dt>
                <dd>{number(estimated.unchecked)}</dd>
              </>
            )}
            <dt>{words('interval')}</dt>
            <dd>{words('perHour', { n: number(estimated.perHour) })}</dd>
            <dt>{words('begins')}</dt>
            <dd>{estimated.startsAt ? dateTimeHere(estimated.startsAt) : '–'}</dd>
            <dt>{words('ends')}</dt>
            <dd className="font-medium">{estimated.endsAt ? dateTimeHere(estimated.endsAt) : campaignWords('tooLong')}</dd>
          </dl>
          {[offline, warningOf(estimated.number)].filter(Boolean).map(text => (
            <p key={text} className="number-note" role="note">
              <TriangleAlert className="icon icon-sm" aria-hidden />
              {text}
            </p>
          ))}
          {estimated.others > 0 && <p className="muted t-meta">{words('others', { n: estimated.others })}</p>}
        </>
      )}
      <Link href="/campaigns-config" className="link-b t-meta">
        {words('change')}
      </Link>
    </section>
  )
}
