// What another application of the device shares with this one (share_target in the manifest) comes as a form, which the service worker lays
// down here until the page takes it. It is somebody's: it is gone once it was taken, and after some minutes in any case.

export const SHARED = 'shared'
const KEY = '/shared'
const KEPT_AT = 'kept-at'
const LASTS_MS = 10 * 60_000

export type Shared = { text: string; files: File[] }

/** Either way: the clock may have been put back. */
const isLate = (kept: Response) => Math.abs(Date.now() - Number(kept.headers.get(KEPT_AT))) > LASTS_MS

async function lay(form: FormData) {
  const cache = await caches.open(SHARED)
  await cache.put(KEY, new Response(form, { headers: { [KEPT_AT]: String(Date.now()) } }))
}

/** What there is no room for is told as nothing. */
export async function keepShared(form: () => Promise<FormData>) {
  await form()
    .then(lay)
    .catch(() => lay(new FormData()))
    .catch(() => {})
  setTimeout(() => void sweepShared(), LASTS_MS + 1_000)
}

export async function sweepShared() {
  if (!(await caches.has(SHARED))) return
  const kept = await caches.match(KEY, { cacheName: SHARED })
  if (!kept || isLate(kept)) await caches.delete(SHARED)
}

const said = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** What was shared last, which is here no more then; without words and files where it did not come, or too long ago. */
export async function takeShared(): Promise<Shared | undefined> {
  if (!(await caches.has(SHARED))) return
  const kept = await caches.match(KEY, { cacheName: SHARED })
  const form = kept && !isLate(kept) ? await kept.formData().catch(() => undefined) : undefined
  await caches.delete(SHARED)
  const files = (form?.getAll('files') ?? []).filter(file => file instanceof File).filter(({ size }) => size > 0)
  // A file brings its own name as the title.
  const lines = form ? [files.length ? '' : said(form, 'title'), said(form, 'text'), said(form, 'url')] : []
  const text = lines.filter((line, i) => line && !lines.slice(i + 1).some(other => other.includes(line))).join('\n')
  return { text, files }
}
