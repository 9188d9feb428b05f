import { definePlugin } from '../src/plugin'
import { isLeaving } from './kit/answer'
import { follow } from './kit/follow'
import { accessTokens } from './dialogflow/access-token'
import { agentOf, type Detected } from './dialogflow/agent'
import { read } from './dialogflow/reading'
import { settings } from './dialogflow/settings'

type Memory = {
  session: string
  misses: number
  /** What the agent said last: a message that is answered once more after a stop must not go on in its session twice. */
  last?: { messageId: string; detected: Detected }
}
/** Of a memory: an answer that is longer is asked for again. */
const MAX_KEPT = 65_536

const tokenOf = accessTokens()

/** Lets an agent of Dialogflow ES talk to customers. A conversation is a session of the agent, and begins with a new one. */
export default definePlugin({
  name: 'dialogflow',
  title: 'Dialogflow',
  version: '1.0.0',
  api: 1,
  // Google's, and wherever the files are that the agent's answers name.
  hosts: ['*'],
  settings,
  async reply(message, chat, settings, host) {
    // An agent reads texts alone: what was recorded or drawn is for a person.
    const words = (message.media ? (message.media.caption ?? '') : message.text).trim()
    if (!words) return chat.handOff(settings.queueId)
    const memory: Memory = (await host.memory.get<Memory>()) ?? { session: crypto.randomUUID(), misses: 0 }
    await host.memory.set(memory)
    const { name, number } = message.contact
    const known = memory.last?.messageId === message.id ? memory.last.detected : undefined
    const detected =
      known ?? (await agentOf(settings, tokenOf, host).detect(memory.session, words, { name, number, ticketId: message.ticket.id }))
    const { actions, isMiss, isEnd, wantsPerson } = read(detected)
    const misses = known ? memory.misses : isMiss ? memory.misses + 1 : 0
    const now: Memory = { session: memory.session, misses }
    const whole: Memory = { ...now, last: { messageId: message.id, detected } }
    await host.memory.set(JSON.stringify(whole).length > MAX_KEPT ? now : whole)
    await follow(actions, chat, host)
    if (actions.some(isLeaving)) return
    if (wantsPerson || (settings.maxMisses > 0 && misses >= settings.maxMisses)) return chat.handOff(settings.queueId)
    if (isEnd) return settings.closesAtEnd ? chat.close() : chat.handOff(settings.queueId)
  },
  async test(settings, host, text = 'Olá') {
    const detected = await agentOf(settings, tokenOf, host).detect(crypto.randomUUID(), text, { name: 'Teste', number: '', ticketId: 0 })
    const reply = read(detected).actions.find(action => action.type === 'say')?.text
    const { intent, intentDetectionConfidence } = detected
    return { reply, detail: detailOf(intent?.displayName, intentDetectionConfidence), raw: rawOf(detected) }
  },
})

const detailOf = (intent: string | undefined, confidence: number) => (intent ? `${intent}, ${Math.round(confidence * 100)}%` : undefined)

const rawOf = ({ intent, intentDetectionConfidence, parameters, fulfillmentText, fulfillmentMessages, diagnosticInfo }: Detected) =>
  JSON.stringify({ intent, intentDetectionConfidence, parameters, diagnosticInfo, fulfillmentText, fulfillmentMessages }, null, 2)
