import { afterAll, beforeEach } from 'bun:test'
import { startTypebot } from '../../tests/peers/typebot'
import { talkWith } from '../../tests/plugin-talk'

/** The plugin in its own process, before a Typebot on this machine. */
export async function openTypebot() {
  const typebot = startTypebot('vendas norte')
  const waits = { scale: 1, of: [] as number[] }
  beforeEach(() => {
    Object.assign(waits, { scale: 1, of: [] })
    typebot.reset()
  })
  afterAll(() => typebot.stop())
  const talk = await talkWith('typebot', {
    allowed: [typebot.destination],
    patience(ms) {
      waits.of.push(ms!)
      return ms! / waits.scale
    },
    settings: { urlN8N: `${typebot.url}/`, typebotSlug: 'vendas norte', typebotDelayMessage: 0, typebotExpires: 60 },
  })
  return { typebot, waits, ...talk }
}
