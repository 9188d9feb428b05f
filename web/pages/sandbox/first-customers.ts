import { get, post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import type { Line, Phone } from './types'
import { words } from './texts'

const people = ['Cleide Nogueira', 'Otávio Menezes', 'Padaria Pão da Vila']

const write = (id: number, { number }: Phone) =>
  post(`/sandbox/${id}/phones/${number}/messages`, { type: 'text', text: words('firstWords') })

/** Three customers to begin with; the first one writes. */
export async function addPeople(id: number) {
  const made: Phone[] = []
  for (const name of people) made.push(await post<Phone>(`/sandbox/${id}/phones`, { name }))
  await write(id, made[0]!)
  return made[0]!
}

/** Makes a simulated connection, and links it to its simulated phone. */
async function newLine() {
  const { id } = await post<{ id: number }>('/whatsapp', { name: t('nav.sandbox'), sandbox: true })
  await post(`/sandbox/${id}/link`, {})
  return id
}

/** Makes a simulated connection and lets customers write. */
export async function begin() {
  try {
    await addPeople(await newLine())
  } catch (error) {
    toastError(error)
  }
}

/** A customer writes, on the simulated connection that there is or on a new one. */
export async function simulateCustomer(): Promise<{ line: number; name: string }> {
  const { connections } = await get<{ connections: Line[] }>('/sandbox')
  const linked = connections.find(({ status }) => status === 'CONNECTED')
  if (!linked) {
    const line = connections[0]?.id ?? (await newLine())
    if (connections[0]) await post(`/whatsappsession/${line}`).then(() => post(`/sandbox/${line}/link`, {}))
    return { line, name: (await addPeople(line)).name }
  }
  const { phones } = await get<{ phones: Phone[] }>(`/sandbox/${linked.id}`)
  const [first] = phones
  if (first) await write(linked.id, first)
  return { line: linked.id, name: first?.name ?? (await addPeople(linked.id)).name }
}
