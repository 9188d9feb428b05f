import * as v from 'valibot'
import { Whole } from '#kernel/fields'
import type { Feature } from '../plans'

/** Of each company, or one for the installation, which its operators change; and who may read it: without a session, everyone, or who changes it. */
type Reach = { scope: 'company'; audience: 'public' | 'everyone' | 'admin' } | { scope: 'installation'; audience: 'public' | 'admin' }

export type Definition = Reach & {
  /** What is accepted, as the text that is stored: forms of the family send numbers and switches as text, others as what they are. */
  schema: v.GenericSchema<unknown, string>
  /** The value of whoever never chose one; no row stands for it. */
  default: string
  /** Where it works. Nowhere: kept for clients of the family; nothing of ours reads it, and no page of ours shows it. */
  readBy: readonly ('server' | 'web' | 'plugin')[]
  /** The one plugin that it is told to; it is written by who may write integrations. */
  plugin?: string
  /** Stored sealed and never shown again. */
  secret?: true
  /** A secret that goes when this one changes: a password is told to no other server than the one it was given for. */
  forgets?: string
  /** Under which heading of the settings page it stands, when something of ours reads it. */
  group?: 'conversation' | 'team' | 'security' | 'billing' | 'signUp' | 'mail'
  /** What else follows a change. */
  effect?: 'access'
  /** Of a company: whoever never chose has what its operator chose for the own company. */
  inherits?: true
  /** Shown as off to a company whose plan is without the feature, whatever is stored. */
  feature?: Feature
}

const OneOf = <const Values extends string[]>(...values: Values) =>
  v.pipe(
    v.union([v.string(), v.boolean()]),
    v.transform(value =>
      values.includes(String(value)) ? String(value) : value === true ? 'enabled' : value === false ? 'disabled' : value,
    ),
    v.picklist(values),
  )
const Toggle = v.pipe(OneOf('enabled', 'disabled'), v.metadata({ input: 'switch' }))
const Number = (min: number, max: number) => v.pipe(Whole(min, max), v.number(), v.transform(String))

const Line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))
const Host = v.pipe(v.string(), v.trim(), v.maxLength(200), v.regex(/^[\w.:-]*$/))
const MailAddress = v.pipe(v.string(), v.trim(), v.maxLength(120), v.union([v.literal(''), v.pipe(v.string(), v.email())]))

/** A bare name is one of the web; what would stand behind it is of no use, and a password in it would be shown. */
const Server = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200),
  v.transform(text => (text && !/^[a-z]+:\/\//i.test(text) ? `https://${text}` : text).replace(/\/+$/, '')),
  v.check(text => !text || /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i.test(text)),
  v.check(text => !text || URL.canParse(text)),
)
const Secret = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000), v.regex(/^[\x21-\x7e]+$/), v.metadata({ input: 'secret' }))

const YEAR_H = 24 * 365
const company = { scope: 'company', audience: 'everyone', group: 'conversation' } as const
const toggle = { ...company, schema: Toggle, default: 'disabled' } as const
const signUp = { scope: 'installation', audience: 'public', group: 'signUp' } as const
/** Read by operators alone. */
const mail = { scope: 'installation', audience: 'admin', group: 'mail', readBy: ['server'], default: '' } as const

/** Of the systems in which the company bills its own customers: for the plugin of each. */
const billing = { scope: 'company', audience: 'admin', group: 'billing', readBy: ['plugin'], default: '' } as const

/** Every key there is. A key that is not here is neither read nor written. */
export const SETTINGS = {
  singleSession: { ...toggle, group: 'security', default: 'enabled', readBy: ['server'] },
  /** How long after its end a conversation goes on in the same ticket. */
  reopenHours: { ...company, schema: Number(0, YEAR_H), default: '24', readBy: ['server'] },
  CheckMsgIsGroup: { ...toggle, readBy: ['server'] },
  /** What the company calls tickets and queues: web/kit/vocabulary.ts says each word in three languages. */
  ticketWord: {
    ...company,
    group: 'team',
    schema: OneOf('default', 'conversa', 'chamado', 'ticket'),
    default: 'default',
    readBy: ['web'],
    inherits: true,
  },
  queueWord: {
    ...company,
    group: 'team',
    schema: OneOf('default', 'setor', 'departamento', 'equipe'),
    default: 'default',
    readBy: ['web'],
    inherits: true,
  },
  viewclosed: { ...toggle, group: 'team', readBy: ['server'], effect: 'access' },
  viewgroups: { ...toggle, group: 'team', readBy: ['server'], effect: 'access' },
  sendGreetingAccepted: { ...toggle, readBy: ['server', 'web'] },
  sendMsgTransfTicket: { ...toggle, readBy: ['server'] },
  sendGreetingMessageOneQueues: { ...toggle, readBy: ['server'] },
  userRating: { ...toggle, readBy: ['server'] },
  scheduleType: { ...company, schema: OneOf('disabled', 'queue', 'company'), default: 'disabled', readBy: ['server'] },
  /** Whether who calls and is not answered may do so; disabled, they are told to write. */
  call: { ...toggle, default: 'enabled', readBy: ['server'] },
  /** Whether the page behind a link is read, for title and summary: whoever sent it learns the server's address by that. */
  linkPreviews: { ...toggle, readBy: ['server', 'web'] },
  /** Whether notices on phones may show what was written, to whoever looks at the screen. */
  pushWords: { ...toggle, group: 'security', default: 'enabled', readBy: ['server'] },
  /** Thousands of tokens that all AI of a company may cost in a day of its own; 0 is without a limit. */
  aiDailyTokens: { ...company, schema: Number(0, 999_999), default: '0', readBy: ['server'] },
  /** Phones show no buttons and no list of an account that is linked by QR code: menus are numbered text, and nothing else is taken. */
  chatBotType: { ...company, schema: OneOf('text'), default: 'text', readBy: [] },
  campaignsEnabled: { ...company, schema: OneOf('true', 'false'), default: 'true', readBy: [], feature: 'useCampaigns' },
  ipixc: { ...billing, plugin: 'ixc', schema: Server, forgets: 'tokenixc' },
  tokenixc: { ...billing, plugin: 'ixc', schema: Secret, secret: true },
  ipmkauth: { ...billing, plugin: 'mkauth', schema: Server, forgets: 'clientsecretmkauth' },
  clientidmkauth: { ...billing, plugin: 'mkauth', schema: Line(200) },
  clientsecretmkauth: { ...billing, plugin: 'mkauth', schema: Secret, secret: true },
  asaas: { ...billing, plugin: 'asaas', schema: Secret, secret: true },
  // Asked for by pages that nobody has signed in to yet. Both are closed until an operator opens them.
  allowregister: { ...signUp, schema: Toggle, default: 'disabled', readBy: ['server', 'web'] },
  viewregister: { ...signUp, schema: Toggle, default: 'disabled', readBy: ['web'] },
  /** Days. */
  trial: { ...signUp, schema: Number(1, 7), default: '3', readBy: ['server', 'web'], effect: 'access' },
  smtpHost: { ...mail, schema: Host, forgets: 'smtpPassword' },
  smtpPort: { ...mail, schema: Number(1, 65_535), default: '587' },
  smtpSecurity: { ...mail, schema: OneOf('starttls', 'tls', 'none'), default: 'starttls' },
  smtpUser: { ...mail, schema: Line(120) },
  smtpPassword: { ...mail, schema: v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.metadata({ input: 'secret' })), secret: true },
  mailFrom: { ...mail, schema: MailAddress },
  /** Empty, the name of the brand. */
  mailFromName: { ...mail, schema: Line(60) },
  mailReplyTo: { ...mail, schema: MailAddress },
  /** Whether companies are reminded of what they owe, from the operator's own WhatsApp. */
  invoiceReminders: { scope: 'installation', audience: 'admin', schema: Toggle, default: 'enabled', readBy: ['server'] },
  /** Days after the due date on which everything still works, and who administers the company is warned. */
  graceDays: { scope: 'installation', audience: 'admin', schema: Number(0, 60), default: '3', readBy: ['server'], effect: 'access' },
} as const satisfies Record<string, Definition>

export type SettingKey = keyof typeof SETTINGS
