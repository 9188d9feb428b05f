import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { companies, WEEKDAYS, type Hours } from '../companies'
import { toHolders } from '../rights'
import { CampaignSettings, type CampaignSettingsBody } from './body'
import { campaignSettings as table } from './schema'

type Key = keyof CampaignSettings
const WORKDAY = { isOn: true, from: '08:00', to: '20:00' }

const DEFAULTS: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  days: [...Array.from({ length: 5 }, () => WORKDAY), { ...WORKDAY, to: '14:00' }, { ...WORKDAY, isOn: false }],
  // Those that the form tells to ask for, in each of its languages, among them.
  optOutWords: ['SAIR', 'PARAR', 'CANCELAR', 'REMOVER', 'STOP', 'SALIR', 'BAJA'],
  optOutReply: '',
}
const KEYS = Object.keys(DEFAULTS) as Key[]

/** What is said to who asked to be left alone, where the company has no words of its own. */
const REPLIES = {
  pt: 'Pronto, você não recebe mais nossas novidades. O atendimento continua por aqui.',
  en: 'Done, you will get no more news from us. You can still write to us here.',
  es: 'Listo, ya no recibes nuestras novedades. La atención sigue por aquí.',
} as const

type Row = { id: number; key: Key; value: string; companyId: number }
declare module '#kernel/context' {
  interface Events {
    campaignSettings: { action: 'create'; record: Row[] }
  }
}

/** What is stored and would not be accepted any more counts as the default. */
const accepted = <K extends Key>(key: K, stored: string | undefined): CampaignSettings[K] => {
  if (stored === undefined) return DEFAULTS[key]
  const parsed = v.safeParse(CampaignSettings.entries[key], JSON.parse(stored))
  return (parsed.success ? parsed.output : DEFAULTS[key]) as CampaignSettings[K]
}

export async function settingsOf(ctx: Ctx): Promise<CampaignSettings> {
  const rows = await ctx.db.select({ key: table.key, value: table.value }).from(table).where(eq(table.companyId, ctx.companyId))
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  return Object.fromEntries(KEYS.map(key => [key, accepted(key, stored.get(key))])) as CampaignSettings
}

/** As clients of this family read them: a row a key, its value a text. */
export async function settingRows(ctx: Ctx): Promise<Row[]> {
  const settings = await settingsOf(ctx)
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return KEYS.map((key, at) => ({ id: at + 1, key, value: textOf(settings[key]), companyId: ctx.companyId }))
}

export const saveSettings = (ctx: Ctx, { settings }: v.InferOutput<typeof CampaignSettingsBody>) =>
  transaction(ctx, async ctx => {
    for (const [key, value] of Object.entries(settings))
      await ctx.db
        .insert(table)
        .values({ companyId: ctx.companyId, key, value: JSON.stringify(value) })
        .onConflictDoUpdate({ target: [table.companyId, table.key], set: { value: JSON.stringify(value) } })
    const record = await settingRows(ctx)
    ctx.publish('campaignSettings', { action: 'create', record }, toHolders('campaigns:use')(ctx))
    return record
  })

/** The hours of campaigns in the form of those of a company. */
export const hoursOf = ({ days }: Pick<CampaignSettings, 'days'>): Hours[] =>
  days.map(({ isOn, from, to }, at) => ({
    weekday: '',
    weekdayEn: WEEKDAYS[at]!,
    startTime: isOn ? from : '00:00',
    endTime: isOn ? to : '00:00',
  }))

export const replyOf = async (ctx: Ctx, { optOutReply }: Pick<CampaignSettings, 'optOutReply'>) =>
  optOutReply.trim() || REPLIES[(await companies.get(ctx)).language]
