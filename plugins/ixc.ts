import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { ixc } from './ixc/api'
import { asking } from './kit/billing/ask'
import { converse } from './kit/billing/dialogue'
import { ofCompany, queueId } from './kit/billing/settings'
import { APOLOGY, TEXTS } from './kit/billing/texts'

/** Hands out bills of IXC Provedor and gives access back on trust, to who says their CPF or CNPJ. */
export default definePlugin({
  name: 'ixc',
  title: 'IXC Provedor',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:ipixc'],
  settings: v.object({ ipixc: ofCompany, tokenixc: ofCompany, queueId }),
  apology: APOLOGY,
  reply: (message, chat, { ipixc, tokenixc, queueId }, host) => converse(message, chat, host, queueId, ask => ixc(ipixc, tokenixc, ask)),
  async test({ ipixc, tokenixc }, host) {
    await ixc(ipixc, tokenixc, asking(host)).find('00000000000')
    return { reply: TEXTS.pt.ask }
  },
})
