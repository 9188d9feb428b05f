import { definePlugin, type Message } from '../src/plugin'
import { same } from './typebot/choices'
import { deliver } from './typebot/delivery'
import { partsOf } from './typebot/parts'
import { type Clock, converse, typebotOf } from './typebot/session'
import { settings } from './typebot/settings'

/** All that an answer may take, below the 30 s after which it would fail. */
const DEADLINE_MS = 25_000

/** Lets a flow of Typebot talk to customers: it says what they read, and where their conversation goes. */
export default definePlugin({
  name: 'typebot',
  title: 'Typebot',
  version: '1.0.0',
  api: 1,
  // The flow's own host, and wherever the files are that it names.
  hosts: ['*'],
  settings,
  async reply(message, chat, settings, host) {
    const clock = clockOf(DEADLINE_MS)
    const words = wordsOf(message)
    if (isKeyword(words, settings.typebotKeywordFinish)) {
      await chat.close()
      return host.memory.clear()
    }
    if (isKeyword(words, settings.typebotKeywordRestart)) {
      await host.memory.clear()
      if (settings.typebotRestartMessage) await chat.say(settings.typebotRestartMessage)
      return
    }
    const parts = await converse(message, words, settings, host, clock)
    if (!parts.length) host.log.info('typebot answered without a message')
    await deliver(parts, settings.typebotDelayMessage, chat, host, clock)
  },
  async test(settings, host) {
    const typebot = typebotOf(settings, host, clockOf(DEADLINE_MS))
    const answer = await typebot.start('Olá! Esta é uma mensagem de teste.', { name: 'Teste', number: '5500900000000' })
    const first = partsOf(answer, settings).find(part => 'text' in part)
    return { reply: first?.text, detail: 'HTTP 200' }
  },
})

const isKeyword = (words: string, keyword: string) => keyword !== '' && same(words, keyword)
const wordsOf = ({ text, media }: Message) => text.trim() || media?.fileName || ''

function clockOf(ms: number): Clock {
  const end = Date.now() + ms
  return { left: () => end - Date.now() }
}
