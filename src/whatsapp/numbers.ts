import type { WASocket } from '@whiskeysockets/baileys'
import { phoneKey } from '#kernel/phone'
import { personOf } from './identity'

/** The registered spelling of each number that has an account; others are left out. `asked` and `pn` are digits. */
export async function lookupNumbers(sock: WASocket, numbers: string[]): Promise<{ asked: string; pn: string; lid: string | null }[]> {
  const asked = [...new Set(numbers)].filter(number => personOf(`${number}@s.whatsapp.net`).pn)
  if (!asked.length) return []
  const jids = ((await sock.onWhatsApp(...asked)) ?? []).filter(answer => answer.exists).map(answer => answer.jid)
  const found = jids.flatMap(jid => personOf(jid).pn ?? [])
  const lids = new Map<string, string | null>()
  for (const { pn, lid } of (await sock.signalRepository.lidMapping.getLIDsForPNs(jids)) ?? [])
    lids.set(personOf(pn).pn ?? '', personOf(lid).lid)
  return asked.flatMap(number => {
    const pn = found.find(one => one === number) ?? found.find(one => phoneKey(one) === phoneKey(number))
    return pn ? [{ asked: number, pn, lid: lids.get(pn) ?? null }] : []
  })
}
