import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { asaas } from './asaas/api'
import { asking } from './kit/billing/ask'
import { converse } from './kit/billing/dialogue'
import { ofCompany, queueId } from './kit/billing/settings'
import { APOLOGY, TEXTS } from './kit/billing/texts'

/** Hands out bills of Asaas to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'asaas',
  title: 'Asaas',
  version: '1.0.0',
  api: 1,
  // The API, and where its bills are as files.
  hosts: ['api.asaas.com', 'api-sandbox.asaas.com', 'www.asaas.com', 'sandbox.asaas.com'],
  settings: v.object({ asaas: ofCompany, queueId }),
  apology: APOLOGY,
  reply: (message, chat, { asaas: key, queueId }, host) => converse(message, chat, host, queueId, ask => asaas(key, ask)),
  async test({ asaas: key }, host) {
    await asaas(key, asking(host)).find('00000000000')
    return { reply: TEXTS.pt.ask }
  },
})
