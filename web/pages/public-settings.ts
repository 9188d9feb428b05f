import { get } from '../kit/api'

const read = (key: string) => get<{ value: string }>(`/settings/${key}`).then(({ value }) => value)

/** What of the installation is told before anybody has signed in. */
export const settings = {
  value: read,
  enabled: async (key: string) => (await read(key)) === 'enabled',
}
