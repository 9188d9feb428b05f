import { expect, test } from 'bun:test'
import { SETTINGS } from '#modules/settings'
import { words as installationWords } from '../../web/pages/settings/installation-texts'
import { words } from '../../web/pages/settings/texts'
import { textOf } from './sources'

type Read = { [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]['readBy'] extends readonly [] ? never : K }[keyof typeof SETTINGS]
type Proof = [file: string, test: string]

const mail = (test: string): Proof => ['src/flows/mail/mail.test.ts', test]
const bills = (test: string): Proof => ['src/flows/billing-helpers.test.ts', test]
const signUp = (test: string): Proof => ['tests/e2e/sign-up.test.ts', test]
const LETTER = 'a letter arrives under the name of the installation, and its job is gone'
const TEST_MAIL = 'a test mail tells what the server answered, good or bad, to operators alone'

/** Of each setting that anything of ours reads, the test that chooses it and sees what follows; the compiler asks for a line. */
const PROOFS: Record<Read, Proof> = {
  singleSession: ['tests/hostile/sessions.test.ts', 'a second session stands beside the first when the company allows it'],
  reopenHours: ['src/flows/inbound.test.ts', 'that was closed longer ago than the company’s hours is followed by a new one'],
  CheckMsgIsGroup: ['src/flows/inbound.test.ts', 'is left out when the company wants none'],
  ticketWord: [
    'tests/e2e/settings-pages.test.ts',
    'a company that calls tickets and queues otherwise reads its own words everywhere, at once',
  ],
  queueWord: [
    'tests/e2e/settings-pages.test.ts',
    'a company that calls tickets and queues otherwise reads its own words everywhere, at once',
  ],
  viewclosed: ['tests/hostile/rights.test.ts', 'closed tickets are neither found nor counted by an agent who may not list them'],
  viewgroups: [
    'tests/hostile/rights.test.ts',
    'is refused to every agent until the company opens it, in the same session, however it is asked for',
  ],
  sendGreetingAccepted: ['src/flows/tickets/verbs.test.ts', 'greets the customer when the company wants it, and only then'],
  sendMsgTransfTicket: ['src/flows/tickets/transfer.test.ts', 'hears to which queue, to whom, or both'],
  sendGreetingMessageOneQueues: ['src/flows/conversation/menus.test.ts', 'one queue greets where the company wants it'],
  userRating: [
    'src/flows/conversation/rating.test.ts',
    'a company that asks for no rating says its farewell at once, and a thank-you opens nothing',
  ],
  scheduleType: [
    'src/flows/conversation/hours.test.ts',
    'who waits in a queue when it closes hears its text; hours of a company that wants none do nothing',
  ],
  call: ['src/flows/inbound.test.ts', 'a missed call where the company takes none: who called is asked once to write, and stays unread'],
  linkPreviews: ['src/flows/link-preview/link-preview.test.ts', 'nobody is asked unless the company wants it'],
  pushWords: ['src/flows/push/push.test.ts', 'what was written is told to nobody where the person or the company does not want it shown'],
  aiDailyTokens: [
    'src/flows/ai-budget.test.ts',
    'a company whose day is spent leaves conversations to people, who find the reason on the ticket, and nobody is asked',
  ],
  ipixc: bills('each company is asked for at its own system, with its own token'),
  tokenixc: bills('each company is asked for at its own system, with its own token'),
  ipmkauth: bills('the queue of bills prefers MK-Auth, which gives no access back'),
  clientidmkauth: bills('the queue of bills prefers MK-Auth, which gives no access back'),
  clientsecretmkauth: bills('the queue of bills prefers MK-Auth, which gives no access back'),
  asaas: [
    'plugins/asaas/asaas.test.ts',
    'an open bill is handed out with its Pix code, its line of digits and its file, which is fetched without the key',
  ],
  allowregister: signUp('while it is closed nobody is led to sign up, and who comes anyway reads why'),
  viewregister: signUp('while it is closed nobody is led to sign up, and who comes anyway reads why'),
  trial: ['src/flows/sign-up.test.ts', 'who signs up has a company on trial, administers it, and is welcomed by mail in their language'],
  smtpHost: mail('without a server nothing is sent, and whoever tries hears it'),
  smtpPort: mail(LETTER),
  smtpSecurity: mail('a letter leaves in the clear only where the operator chose that'),
  smtpUser: mail(LETTER),
  smtpPassword: mail(TEST_MAIL),
  mailFrom: mail(LETTER),
  mailFromName: mail(LETTER),
  mailReplyTo: mail('an answer to a letter goes where the operator wants it'),
  invoiceReminders: [
    'src/flows/payments/remind.test.ts',
    'who has no phone is skipped, the operator does not write to itself, and an operator may turn reminders off',
  ],
  graceDays: [
    'tests/hostile/overdue.test.ts',
    'everything goes on for the days of grace, and ends with them, also where the operator shortens them',
  ],
}

/** As the settings page calls them, by which a browser chooses. */
const called: Record<string, string> = { ...words.languages.pt, ...installationWords.languages.pt }

test.each(Object.entries(PROOFS))('%s has its effect, which a test sees', async (key, [file, name]) => {
  const text = await textOf(file)
  expect([file, text.includes(`'${name}'`), text.includes(key) || text.includes(called[key]!)]).toEqual([file, true, true])
})

test('what nothing of ours reads has no effect to prove, and all else has', () => {
  expect(Object.keys(PROOFS).toSorted()).toEqual(
    Object.entries(SETTINGS)
      .flatMap(([key, { readBy }]) => (readBy.length ? key : []))
      .toSorted(),
  )
})
