import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { asking } from './kit/billing/ask'
import { converse, tryOut } from './kit/billing/dialogue'
import { ofCompany, queueId } from './kit/billing/settings'
import { APOLOGY } from './kit/billing/texts'
import { mkauth } from './mkauth/api'

/** Hands out bills of MK-Auth to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'mkauth',
  title: 'MK-Auth',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:ipmkauth'],
  settings: v.object({ ipmkauth: ofCompany, clientidmkauth: ofCompany, clientsecretmkauth: ofCompany, queueId }),
  apology: APOLOGY,
  reply: (message, chat, { ipmkauth, clientidmkauth, clientsecretmkauth, queueId }, host) =>
    converse(message, chat, host, queueId, ask => mkauth(ipmkauth, clientidmkauth, clientsecretmkauth, ask)),
  test: ({ ipmkauth, clientidmkauth, clientsecretmkauth }, host, text) =>
    tryOut(mkauth(ipmkauth, clientidmkauth, clientsecretmkauth, asking(host)), text),
})
