import { pluginApi } from '#kernel/process/embedded'

/** What `balcao plugin new` writes: a plugin that runs, the types of the plugin API, a test, and what to do with them. */
export const pluginFiles = (name: string): Record<string, string> => ({
  [`${name}.ts`]: `import * as v from 'valibot'
import { definePlugin } from 'balcao/plugin'

export default definePlugin({
  name: '${name}',
  title: '${name}',
  version: '1.0.0',
  api: 1,
  // Whom host.fetch may reach: 'api.exemplo.com', 'setting:campo', or '*'.
  hosts: [],
  settings: v.object({
    greeting: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(500, 'Too Long!'),
        v.title('Saudação'),
        v.description('Dita a quem escreve.'),
        v.metadata({
          en: { title: 'Greeting', description: 'Said to who writes.' },
          es: { title: 'Saludo', description: 'Se dice a quien escribe.' },
        }),
      ),
      'Olá',
    ),
  }),
  async reply(message, chat, { greeting }, host) {
    const { turns = 0 } = (await host.memory.get<{ turns: number }>()) ?? {}
    await host.memory.set({ turns: turns + 1 })
    if (turns === 0) return chat.say(\`\${greeting}, \${message.contact.name}! Escreva “atendente” para falar com uma pessoa.\`)
    if (message.text.trim().toLowerCase() === 'atendente') return chat.handOff()
    await chat.say(\`Você disse: \${message.text}\`)
  },
  test: async ({ greeting }) => ({ reply: greeting }),
})
`,
  [`${name}.test.ts`]: `import { expect, test } from 'bun:test'
import type { Chat, Host, Message } from 'balcao/plugin'
import plugin from './${name}'

/** A conversation that is kept in a list. */
function conversation() {
  const done: string[] = []
  let memory: object | undefined
  const does = (verb: string) => async (what?: unknown) => void done.push([verb, what].filter(Boolean).join(' '))
  const chat = { say: does('say'), handOff: does('handOff'), close: does('close'), transfer: does('transfer') } as unknown as Chat
  const host = {
    memory: { get: async () => memory, set: async (value: object) => void (memory = value), clear: async () => void (memory = undefined) },
    log: { info() {}, warn() {}, error() {} },
  } as unknown as Host
  const says = (text: string) =>
    plugin.reply({ text, contact: { id: 1, name: 'Helena', number: '' } } as Message, chat, { greeting: 'Oi' }, host)
  return { done, says }
}

test('greets, repeats, and calls a person', async () => {
  const { done, says } = conversation()
  for (const text of ['Bom dia', 'Tudo bem?', 'Atendente']) await says(text)
  expect(done).toEqual(['say Oi, Helena! Escreva “atendente” para falar com uma pessoa.', 'say Você disse: Tudo bem?', 'handOff'])
})
`,
  'balcao/plugin.ts': pluginApi(),
  'package.json': `${JSON.stringify(
    {
      name,
      private: true,
      type: 'module',
      dependencies: { valibot: '1.5.0' },
      devDependencies: { '@types/bun': '1.4.4', typescript: '7.0.2' },
    },
    null,
    2,
  )}\n`,
  'tsconfig.json': `${JSON.stringify(
    {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ESNext',
        module: 'ESNext',
        moduleResolution: 'bundler',
        types: ['bun'],
        paths: { 'balcao/plugin': ['./balcao/plugin.ts'] },
      },
    },
    null,
    2,
  )}\n`,
  'README.md': `# ${name}

A plugin of Balcão. \`${name}.ts\` is all of it; the rest is for whoever writes it.

\`\`\`sh
bun install                        # valibot and the types
bun test                           # ${name}.test.ts
balcao plugin check ${name}.ts     # what is wrong, if anything is
cp ${name}.ts "$DATA_DIR/plugins/" # installed: a running Balcão sees it at once
\`\`\`

Then, in Integrações, a new integration of the type \`${name}\`. The plugin API, with what each verb does, is \`balcao/plugin.ts\`.
A plugin may import \`valibot\` and \`balcao/plugin\` alone; bundle anything else into it: \`bun build ${name}.ts --target bun --external valibot --external balcao/plugin --outfile ${name}.js\`.
`,
})
