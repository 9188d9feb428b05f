import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { ixc } from './ixc/api'
import { asking } from './kit/billing/ask'
import { converse, tryOut } from './kit/billing/dialogue'
import { ofCompany, ofHelper } from './kit/billing/settings'
import { APOLOGY } from './kit/billing/texts'

/** Hands out bills of IXC Provedor and gives access back on trust, to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'ixc',
  title: 'IXC Provedor',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:ipixc'],
  settings: v.object({ ipixc: ofCompany, tokenixc: ofCompany, ...ofHelper }),
  apology: APOLOGY,
  reply: (message, chat, { ipixc, tokenixc, ...settings }, host) =>
    converse(message, chat, host, settings, ask => ixc(ipixc, tokenixc, ask)),
  test: ({ ipixc, tokenixc }, host, text) => tryOut(ixc(ipixc, tokenixc, asking(host)), text),
})
