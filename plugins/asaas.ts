import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { asaas } from './asaas/api'
import { asking } from './kit/billing/ask'
import { converse, tryOut } from './kit/billing/dialogue'
import { ofCompany, ofHelper } from './kit/billing/settings'
import { APOLOGY } from './kit/billing/texts'

/** Hands out bills of Asaas to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'asaas',
  title: 'Asaas',
  version: '1.0.0',
  api: 1,
  // The API, and where its bills are as files.
  hosts: ['api.asaas.com', 'api-sandbox.asaas.com', 'www.asaas.com', 'sandbox.asaas.com'],
  settings: v.object({ asaas: ofCompany, ...ofHelper }),
  apology: APOLOGY,
  reply: (message, chat, { asaas: key, ...settings }, host) => converse(message, chat, host, settings, ask => asaas(key, ask)),
  test: ({ asaas: key }, host, text) => tryOut(asaas(key, asking(host)), text),
})
