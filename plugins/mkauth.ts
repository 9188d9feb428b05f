import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { asking } from './kit/billing/ask'
import { converse, tryOut } from './kit/billing/dialogue'
import { ofCompany, ofHelper } from './kit/billing/settings'
import { APOLOGY } from './kit/billing/texts'
import { mkauth } from './mkauth/api'

/** Hands out bills of MK-Auth to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'mkauth',
  title: 'MK-Auth',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:ipmkauth'],
  settings: v.object({ ipmkauth: ofCompany, clientidmkauth: ofCompany, clientsecretmkauth: ofCompany, ...ofHelper }),
  apology: APOLOGY,
  reply: (message, chat, { ipmkauth, clientidmkauth, clientsecretmkauth, ...settings }, host) =>
    converse(message, chat, host, settings, ask => mkauth(ipmkauth, clientidmkauth, clientsecretmkauth, ask)),
  test: ({ ipmkauth, clientidmkauth, clientsecretmkauth }, host, text) =>
    tryOut(mkauth(ipmkauth, clientidmkauth, clientsecretmkauth, asking(host)), text),
})
