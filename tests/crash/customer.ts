import { CORRECTED, type Chat, type Said } from './chat'
import { anyFile } from './files'
import type { Connected } from './connected'
import type { Habits } from './traffic'

const CHANGES = 10

/** Writes in bursts, and at times corrects or takes back what was just written, or answers with an emoji. */
export async function customer({ control }: Connected, chat: Chat, { random, files, pace }: Habits, going: AbortSignal) {
  const { members, to, account } = chat

  async function write(from: string) {
    const text = `${chat.name} escreve ${chat.wrote.length + 1}`
    const file = random.oneIn(files) ? anyFile(random) : null
    const said: Said = file ? { text: file.type === 'voice' ? '' : text, file: file.hash } : { text }
    chat.wrote.push(said)
    const { id } = await control.send({
      from,
      to,
      ...(file
        ? { type: file.type, file: file.bytes, mimetype: file.mimetype, fileName: file.name, caption: said.text }
        : { type: 'text', text }),
    })
    if (random.oneIn(CHANGES)) await (random.oneIn(2) ? correct(from, id, said) : takeBack(from, id, said))
  }

  async function correct(from: string, message: string, said: Said) {
    if (said.file) return
    said.text += CORRECTED
    await control.send({ from, to, type: 'edit', message, text: said.text })
  }

  async function takeBack(from: string, message: string, said: Said) {
    said.deleted = true
    await control.send({ from, to, type: 'delete', message })
  }

  async function react(from: string) {
    const heard = control.transcript({ phone: from, chat: to }).findLast(entry => entry.from === account)
    const said = heard?.text && chat.replied.find(reply => reply.text === heard.text)
    if (!heard || !said || said.reaction) return
    said.reaction = '👍'
    await control.send({ from, to, type: 'reaction', message: heard.id, emoji: said.reaction })
  }

  while (!going.aborted) {
    for (let burst = random.between(1, 5); burst > 0; burst--) await write(random.of(members))
    if (random.oneIn(4)) await react(random.of(members))
    await Bun.sleep(pace * random.between(300, 1500))
  }
}
