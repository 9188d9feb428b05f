import { afterAll, expect, test } from 'bun:test'
import { N8N, startN8n } from '../../tests/peers/n8n'
import { talkWith } from '../../tests/plugin-talk'

const n8n = startN8n()
afterAll(() => n8n.stop(true))
const { says, tries, kept } = await talkWith('n8n', { allowed: [n8n.destination] })
const told = N8N.request.body
const at = (path: string) => ({ urlN8N: n8n.url + path })

const HEARD: Record<string, string[]> = {
  // And puts a tag on the ticket.
  '/webhook/responder': ['say n8n ouviu: oi'],
  '/webhook/ultimo': ['say Você disse: oi'],
  // Nothing of these is meant for a customer.
  '/webhook/texto': [],
  '/webhook/sem': [],
  '/webhook/itens': [],
  '/webhook/imediato': [],
  '/webhook/quebra': ['failed: HTTP 500'],
  '/webhook/nada': ['failed: HTTP 404'],
}

for (const { path, workflow } of N8N.answers)
  test(`an n8n that was recorded is told the message as the network gave it, and its answer is done: ${workflow}`, async () => {
    kept.tags = ['n8n']
    expect(await says(N8N.said, at(path), { raw: told })).toEqual(HEARD[path]!)
    expect(n8n.asked.at(-1)).toEqual({ path, body: told })
  })

test('the test button shows what that n8n says, also of a workflow that is not active', async () => {
  expect(await tries(at('/webhook/responder'))).toMatchObject({ detail: 'HTTP 200', reply: 'n8n ouviu: oi' })
  expect(await tries(at('/webhook/nada'))).toMatchObject({ problem: 'HTTP 404', raw: expect.stringContaining('is not registered') })
})
