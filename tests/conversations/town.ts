import { signIn, type Client } from '../crash/client'
import type { Connected } from '../crash/connected'
import { keepSecrets } from '../secrets'
import { until } from '../until'
import type { Asked } from './peers'
import type { Hours, Tree, World } from './world'

const PASSWORD = 'uma-senha-da-praca'
const PATIENCE_MS = 60_000
const DAY_MS = 86_400_000

/** What a company of Brazil has as its clock. */
const local = (ms: number) => new Date(ms).toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Hours that hold for as long as a test may take, whatever time it is. */
function schedulesOf(hours: Hours) {
  const at = (inHours: number) => local(Date.now() + inHours * 3_600_000).slice(11, 16)
  const [startTime, endTime] = {
    open: ['00:00', '23:59'],
    holiday: ['00:00', '23:59'],
    closed: [at(2), at(-2)],
    'past midnight': [at(2), at(1)],
  }[hours]
  const usual = WEEK.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))
  const dates = hours === 'holiday' ? [-1, 0, 1] : []
  const special = dates.map(days => ({
    weekday: 'Feriado',
    date: local(Date.now() + days * DAY_MS).slice(0, 10),
    startTime: '',
    endTime: '',
  }))
  return [...usual, ...special]
}

/** A company with its connection, as a world says it. */
export async function found({ client: operator, control, product }: Connected, peers: Asked, planId: number, world: World, n: number) {
  const email = `dona${n}@praca.example`
  const { id: companyId } = await operator.post<{ id: number }>('/companies', { name: `Praça ${n}`, email, password: PASSWORD, planId })
  const client = await signIn(product.url, { email, password: PASSWORD })
  keepSecrets('of a person', [client.token()])
  await client.put('/users/me', { name: 'Rita' })
  for (const [key, value] of Object.entries(world.company ?? {}))
    await client.put(`/settings/${key}`, { value: value || peers.settings[key] })
  const open = (hours: Hours) => client.put(`/companies/${companyId}/schedules`, { schedules: schedulesOf(hours) })
  if (world.hours) await open(world.hours[0])

  const queues = new Map<string, number>()
  const robots = new Map<string, Promise<object>>()
  async function robot(name: string): Promise<object> {
    if (name !== 'model') return { integrationId: (await client.post<{ id: number }>('/queueIntegration', peers.integrations[name]!)).id }
    const { id: queueId } = await client.post<{ id: number }>('/queue', { name: 'Pessoas da IA', color: '#123456' })
    queues.set('Pessoas da IA', queueId)
    return { promptId: (await client.post<{ id: number }>('/prompt', { ...peers.prompt, queueId })).id }
  }
  const robotOf = async (name?: string) => {
    if (name && !robots.has(name)) robots.set(name, robot(name))
    return name && (await robots.get(name))
  }

  const offered: number[] = []
  for (const [at, { hours, robot: name, options = [], file, ...queue }] of (world.queues ?? []).entries()) {
    const color = `#${(0x40_00_00 + at).toString(16)}`
    const schedules = hours && schedulesOf(hours)
    const { id } = await client.post<{ id: number }>('/queue', { ...queue, color, orderQueue: at, schedules, ...(await robotOf(name)) })
    queues.set(queue.name, id)
    offered.push(id)
    const plant = async (trees: Tree[], parentId: number | null): Promise<void> => {
      for (const [title, message, ...below] of trees)
        await plant(below, (await client.post<{ id: number }>('/queue-options', { queueId: id, parentId, title, message })).id)
    }
    await plant(options, null)
    if (file) await attach(client, id, file)
  }

  const { id: connectionId } = await client.post<{ id: number }>('/whatsapp', {
    ...world.connection,
    ...(await robotOf(world.robot)),
    ...(world.transferTo && { transferQueueId: queues.get(world.transferTo) }),
    name: `Praça ${n}`,
    queueIds: offered,
  })
  const account = `55119300${String(n).padStart(5, '0')}`
  const qr = await until(async () => (await client.ask<{ qrcode: string }>(`/whatsapp/${connectionId}`)).qrcode, PATIENCE_MS, 'a QR code')
  await control.scan({ qr, phone: account, name: 'Praça' })
  const device = () => control.state().phones.find(phone => phone.number === account)?.devices[0]
  const connected = () => until(() => device()?.active, PATIENCE_MS, `${account} connected`)
  await connected()
  return { world, n, companyId, client, account, queues, connected, later: async () => world.hours && open(world.hours[1]) }
}
export type Place = Awaited<ReturnType<typeof found>>

async function attach(client: Client, queueId: number, name: string) {
  const body = new FormData()
  body.set('file', new File(['%PDF-1.4 tabela'], name, { type: 'application/pdf' }))
  await client.ask(`/queue/${queueId}/media-upload`, { method: 'POST', body })
}
