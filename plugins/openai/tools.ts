import type OpenAI from 'openai'
import type { Chat } from '../../src/plugin'
import type { ToolCall } from './provider'

/** What a call came to: a result that the model goes on with, or the end of its part of the conversation. */
export type Leave = () => Promise<void>
type Outcome = { result: string } | { leave: Leave }
type Tool = { description: string; parameters?: Record<string, object>; run(argument: string): Outcome | Promise<Outcome> }

const MAX_QUEUES = 50
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What the model may do of a conversation. Each is a verb that any plugin has: it can do nothing that its company does not offer a robot. */
export async function toolsOf(chat: Chat, queueId: number | undefined) {
  const queues = (await chat.queues()).slice(0, MAX_QUEUES)
  const tools: Record<string, Tool> = {
    ...(queues.length && {
      transfer_to_queue: {
        description: 'Passa a conversa para um setor. Avise o cliente na mesma resposta.',
        parameters: { queue: { type: 'string', enum: queues.map(({ name }) => name) } },
        run(name) {
          const queue = queues.find(one => same(one.name, name))
          return queue
            ? { leave: () => chat.transfer(queue.id) }
            : { result: `não há esse setor: ${queues.map(one => one.name).join(', ')}` }
        },
      },
    }),
    hand_to_person: {
      description: 'Passa a conversa para uma pessoa. Avise o cliente na mesma resposta.',
      run: () => ({ leave: () => chat.handOff(queueId) }),
    },
    close_conversation: {
      description: 'Encerra a conversa, quando o cliente já não precisa de nada. Despeça-se na mesma resposta.',
      run: () => ({ leave: () => chat.close() }),
    },
    add_tag: {
      description: 'Põe na conversa uma etiqueta da empresa, pelo nome.',
      parameters: { name: { type: 'string' } },
      run: async name => ({ result: (await chat.tag(name)) ? 'etiqueta posta' : 'não há etiqueta com esse nome' }),
    },
    business_hours: {
      description: 'Diz se a empresa está aberta agora.',
      run: async () => ({ result: (await chat.isOpen()) ? 'aberta agora' : 'fechada agora' }),
    },
  }
  return {
    described: Object.entries(tools).map(([name, { description, parameters = {} }]): OpenAI.Chat.ChatCompletionFunctionTool => {
      const schema = { type: 'object', properties: parameters, required: Object.keys(parameters), additionalProperties: false }
      return { type: 'function', function: { name, description, parameters: schema } }
    }),
    async run({ function: { name, arguments: given } }: ToolCall): Promise<Outcome> {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
      return tool ? tool.run(argumentOf(given)) : { result: 'não há essa função' }
    },
  }
}

/** Each tool has one argument at most. A model may write anything. */
function argumentOf(text: string): string {
  try {
    const [value] = Object.values((JSON.parse(text) as object | null) ?? {}) as unknown[]
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}
