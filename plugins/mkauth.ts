import * as v from 'valibot'
import { definePlugin } from '../src/plugin'
import { asking } from './kit/billing/ask'
import { converse, tryOut } from './kit/billing/dialogue'
import { ofCompany, ofHelper } from './kit/billing/settings'
import { APOLOGY } from './kit/billing/texts'
import { labelled } from './kit/labelled'
import { mkauth } from './mkauth/api'

/** Its API knows no rule by which access is given back: whoever sets it up says for how long, or that it is not. */
const unblockDays = v.optional(
  labelled(
    v.pipe(v.number('number'), v.integer('number'), v.minValue(1), v.maxValue(10)),
    [
      'Dias do desbloqueio de confiança',
      'Libera quem está bloqueado e deixa o cadastro em observação por esses dias, no máximo uma vez a cada 30 dias. Em branco, uma pessoa decide.',
    ],
    [
      'Days of trust unblocking',
      'Unblocks who is blocked and keeps the account under observation for these days, once in 30 days at most. Left empty, a person decides.',
    ],
    [
      'Días del desbloqueo de confianza',
      'Libera a quien está bloqueado y deja la cuenta en observación por esos días, como máximo una vez cada 30 días. En blanco, decide una persona.',
    ],
  ),
)

/** Hands out bills of MK-Auth to who says their CPF or CNPJ, and gives access back on trust where it is told to. */
export default definePlugin({
  name: 'mkauth',
  title: 'MK-Auth',
  version: '1.0.0',
  api: 1,
  hosts: ['setting:ipmkauth'],
  settings: v.object({ ipmkauth: ofCompany, clientidmkauth: ofCompany, clientsecretmkauth: ofCompany, unblockDays, ...ofHelper }),
  apology: APOLOGY,
  reply: (message, chat, settings, host) => converse(message, chat, host, settings, ask => mkauth(settings, ask)),
  test: (settings, host, text) => tryOut(mkauth(settings, asking(host)), text),
})
