import { useEffect, useState } from 'react'
import type { LinkPreview } from '../../../../src/modules/messages'
import { get } from '../../../kit/api'

/** Bubbles are drawn anew whenever their conversation is opened. */
const MAX_KNOWN = 500
const known = new Map<string, Promise<LinkPreview | null>>()
const previewOf = (id: string, body: string) => {
  const key = `${id} ${body}`
  const asked = known.get(key) ?? get<{ preview: LinkPreview | null }>(`/messages/${id}/preview`).then(({ preview }) => preview)
  if (known.size > MAX_KNOWN) known.clear()
  known.set(key, asked)
  void asked.catch(() => known.delete(key))
  return asked
}

/** Title and summary of the page that a message links to, as the server read it. */
export default function LinkCard({ id, body }: { id: string; body: string }) {
  const [preview, setPreview] = useState<LinkPreview | null>(null)
  useEffect(() => {
    let current = true
    previewOf(id, body).then(
      found => current && setPreview(found),
      () => {},
    )
    return () => {
      current = false
    }
  }, [id, body])
  if (!preview) return null
  return (
    <a className="link-card" href={preview.address} target="_blank" rel="noopener noreferrer">
      <b className="clip">{preview.title}</b>
      {preview.description && <span className="about">{preview.description}</span>}
      <span className="faint t-meta">{preview.host}</span>
    </a>
  )
}
