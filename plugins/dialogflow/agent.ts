import * as v from 'valibot'
import type { Host } from '../../src/plugin'
import type { accessTokens } from './access-token'
import { DialogflowError, failureOf } from './failure'
import { credentialOf, type Settings } from './settings'

/** What detectIntent takes of a text. */
const MAX_TEXT = 256
const MAX_ANSWER = 1_000_000

const Result = v.object({
  queryResult: v.object({
    fulfillmentText: v.optional(v.string(), ''),
    fulfillmentMessages: v.optional(v.array(v.looseObject({ platform: v.optional(v.string()) })), []),
    parameters: v.optional(v.record(v.string(), v.unknown()), {}),
    intentDetectionConfidence: v.optional(v.number(), 0),
    intent: v.optional(
      v.object({
        displayName: v.optional(v.string(), ''),
        isFallback: v.optional(v.boolean(), false),
        endInteraction: v.optional(v.boolean(), false),
        liveAgentHandoff: v.optional(v.boolean(), false),
      }),
    ),
    diagnosticInfo: v.optional(v.looseObject({ end_conversation: v.optional(v.boolean(), false) })),
  }),
})
export type Detected = v.InferOutput<typeof Result>['queryResult']

/** Who writes, for the agent's own webhook. */
type Customer = { name: string; number: string; ticketId: number }

/** An agent of Dialogflow ES, through the REST form of `detectIntent`. */
export function agentOf({ projectName, language, jsonContent, region }: Settings, tokenOf: ReturnType<typeof accessTokens>, host: Host) {
  const origin = `https://${region && `${region}-`}dialogflow.googleapis.com`
  const agent = `projects/${projectName}${region && `/locations/${region}`}/agent`
  return {
    async detect(session: string, said: string, customer: Customer): Promise<Detected> {
      const token = await tokenOf(credentialOf(jsonContent)!, host)
      const response = await host.fetch(`${origin}/v2/${agent}/sessions/${session}:detectIntent`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          queryInput: { text: { text: said.slice(0, MAX_TEXT), languageCode: language } },
          queryParams: { payload: { source: 'WHATSAPP', ...customer } },
        }),
        maxBytes: MAX_ANSWER,
      })
      if (!response.ok) throw failureOf(response.status)
      const result = v.safeParse(Result, await response.json().catch(() => undefined))
      if (!result.success) throw new DialogflowError('ERR_DIALOGFLOW_ANSWER')
      return result.output.queryResult
    },
  }
}
