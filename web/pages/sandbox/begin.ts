import { post } from '../../kit/api'
import { toastError } from '../../kit/errors'
import { t } from '../../kit/i18n'
import type { Phone } from './types'
import { words } from './texts'

const people = ['Cleide Nogueira', 'Otávio Menezes', 'Padaria Pão da Vila']

/** Three customers to begin with; the first one writes. */
export async function addPeople(id: number) {
  const made: Phone[] = []
  for (const name of people) made.push(await post<Phone>(`/sandbox/${id}/phones`, { name }))
  await post(`/sandbox/${id}/phones/${made[0]!.number}/messages`, { type: 'text', text: words('firstWords') })
}

/** Makes a simulated connection, links it to its simulated phone, and lets customers write. */
export async function begin() {
  try {
    const { id } = await post<{ id: number }>('/whatsapp', { name: t('nav.sandbox'), sandbox: true })
    await post(`/sandbox/${id}/link`, {})
    await addPeople(id)
  } catch (error) {
    toastError(error)
  }
}
