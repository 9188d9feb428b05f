import type { ErrorMessage, InferOutput, ObjectEntries, ObjectIssue, ObjectSchema } from 'valibot'

/**
 * The plugin API: everything a plugin may know of the product. Fields are added to it, never changed.
 * Each plugin has a process of its own for each company, which starts when it is needed and ends when it was not for five minutes, sooner
 * if many are: what must outlast a message goes into its memory. A process is ended, and its conversations go to a person, when it does
 * nothing else for 5 s or holds more than 256 MB. An answer that uses chat and host more than 100 times fails alone, and its conversation
 * goes to a person. What a plugin prints goes nowhere; `host.log` is read.
 */
export const API_VERSION = 1

/** What a company speaks to its customers. */
export type Language = 'pt' | 'en' | 'es'

/** One message of a customer. */
export type Message = {
  readonly id: string
  /** The text; of a file its caption, its name, or a word for what it is. */
  readonly text: string
  readonly media: {
    readonly mimetype: string
    readonly fileName: string | null
    /** What was written to it; null where nothing was. */
    readonly caption: string | null
    /** The bytes, up to 16 MB; null while they could not be fetched from the network. */
    read(): Promise<Uint8Array<ArrayBuffer> | null>
  } | null
  readonly at: Date
  /** Digits of the number, '' while the network hides it. */
  readonly contact: { readonly id: number; readonly name: string; readonly number: string }
  readonly ticket: { readonly id: number; readonly uuid: string; readonly queueId: number | null }
  /** The language of the company. */
  readonly language: Language
  /** The network's own message: { key, messageTimestamp, pushName, message }. */
  readonly raw: unknown
}

/** One message of a conversation as it was said; the text of a file is its caption or its name. */
export type Said = { readonly by: 'customer' | 'company'; readonly text: string; readonly at: Date; readonly mimetype: string | null }

/** A file of up to 16 MB. */
export type Attachment = { data: Uint8Array; mimetype: string; name?: string; caption?: string; voice?: boolean }

/**
 * The conversation that a message belongs to. Each verb resolves when its effect is stored, not when the network has it.
 * All of them reject once a person has taken the conversation, the plugin has left it, or its time is up.
 */
export type Chat = {
  say(text: string): Promise<void>
  /**
   * What was said before this message, the oldest first: the newest 20 of the ticket, at most 100. With `takenBack` also what was deleted,
   * and the texts of before an edit: whoever counts what somebody tried asks for it.
   */
  history(limit?: number, takenBack?: boolean): Promise<Said[]>
  /** The queues that a customer can be transferred to. */
  queues(): Promise<{ id: number; name: string }[]>
  /** Whether the company is open now, by the hours of its settings; without hours it always is. */
  isOpen(): Promise<boolean>
  /** Puts one of the company's tags on the ticket, by its name; false when there is none of that name. */
  tag(name: string): Promise<boolean>
  /** `voice` makes a voice note of an audio file. */
  sendMedia(file: Attachment): Promise<void>
  /** Shows "typing…" for so many milliseconds, at most 10,000. */
  typing(ms: number): Promise<void>
  /** Moves the conversation to a queue, whose own integration goes on if it has one, or to a person of it; leaves the plugin. */
  transfer(queueId: number, userId?: number): Promise<void>
  /** Leaves the conversation to a person, in a queue if one is named. */
  handOff(queueId?: number): Promise<void>
  close(): Promise<void>
  /** Gives the conversation back to the menu of queues, which is sent, and leaves the plugin; false, and nothing happens, where no menu would be sent. */
  menu(): Promise<boolean>
}

export type Host = {
  /** fetch for addresses that people typed in: no private address unless the operator allows it, 10 s or `timeoutMs` up to 25 s, 10 MB or `maxBytes`, if less. */
  fetch(url: string, init?: RequestInit & { maxBytes?: number; timeoutMs?: number }): Promise<Response>
  /** Never put texts, tokens or numbers of customers into a log. */
  log: Record<'info' | 'warn' | 'error', (message: string, extra?: object) => void>
  /** What the plugin wants to know at the next message of this conversation; up to 64 KB of JSON. */
  memory: { get<T extends object>(): Promise<T | undefined>; set(value: object): Promise<void>; clear(): Promise<void> }
  /** Counts tokens that an answer cost, and resolves to all of this month in the company's time zone: 0 asks. Administrators see it. What a test costs is not counted. */
  spend(tokens: number): Promise<number>
}

/**
 * What a test shows: the first thing that would be said, a word on how it went, such as "HTTP 200", what came back as it came, up to 2,000
 * characters, and what is wrong with it, if anything is.
 */
export type TestResult = { reply?: string; detail?: string; raw?: string; problem?: string }

/** What a company's plugins may hear of, beside the messages that they answer. */
export const EVENT_TYPES = [
  'ticket.opened',
  'ticket.closed',
  'ticket.transferred',
  'ticket.rated',
  'message.received',
  'message.sent',
  'contact.created',
] as const
/**
 * Something that happened. `data` holds the `ticket` (id, uuid, contactId, queueId, userId, whatsappId, status), with `rating` where it was rated and
 * `from` where it was transferred; the `contact` (id, name, number, email, isGroup); or the `message` (id, ticketId, contactId, text, mediaType).
 */
export type Happened = { readonly type: (typeof EVENT_TYPES)[number]; readonly at: Date; readonly data: Readonly<Record<string, unknown>> }

export type Settings = ObjectSchema<ObjectEntries, ErrorMessage<ObjectIssue> | undefined>

export type Plugin<S extends Settings = Settings> = {
  /** Lower-case; the type of its integrations. A file in the plugins folder replaces the built-in plugin of the same name. */
  name: string
  version: string
  api: typeof API_VERSION
  /** What people read; the name when missing. */
  title?: string
  /** Other types that it answers for, unless a plugin has that name. */
  aliases?: string[]
  /**
   * What it must be told, field by field; the form in the application is drawn from it. `v.title` and `v.description` label a
   * field; `v.metadata` may add { secret: true } (stored encrypted, never shown again), { multiline: true },
   * { options: { value: words } } for the values of a picklist, { reference: 'queues' } for the number of a queue of the company, and
   * { en: { title, description, options }, es: … } for other languages.
   * { company: true } is a setting of the company of that name, which people write once in Configurações: no field is drawn for it, and
   * the product tells the stored one, to the plugin alone that its registry of settings names.
   */
  settings: S
  /**
   * Whom `host.fetch` may reach for it: api.exemplo.com, *.exemplo.com, setting:field for the host of the address in that field, or * for
   * everyone, which is what is meant when it is missing. Operators read it. It is no wall: a plugin is a program that an operator trusts.
   */
  hosts?: string[]
  /**
   * Answers one message. The messages of a conversation come one after the other. Throwing, or taking over 30 s, hands it to a person.
   * When the product stopped meanwhile it is asked for the same message once more: what is said and sent counts by its place in the
   * answer, and is not repeated; what it asks of others, it asks again. Resolves to 'idle' where it asked nobody of what it depends on, which
   * says nothing of whether that works.
   */
  reply(message: Message, chat: Chat, settings: InferOutput<S>, host: Host): Promise<void | 'idle'>
  /** What a customer is told before a person takes over because it failed, rests, or could not be asked; nothing when missing. */
  apology?: Record<Language, string>
  /** What else it hears of: each integration of it, by `heard`. */
  events?: Happened['type'][]
  /**
   * Hears of one event, up to 30 s. Events of an integration come one after the other; one that throws is told twice more. There is no
   * conversation to answer, and no memory of one.
   */
  heard?(event: Happened, settings: InferOutput<S>, host: Host): Promise<void>
  /** Behind the Test button, with what somebody wrote beside it. Throw an error whose message says what is wrong. */
  test?(settings: InferOutput<S>, host: Host, text?: string): Promise<TestResult>
}

export const definePlugin = <S extends Settings>(plugin: Plugin<S>) => plugin
