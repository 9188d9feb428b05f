import type { WASocket } from '@whiskeysockets/baileys'
import { personOf } from './identity'

/** Brazilian mobile numbers are registered with or without the ninth digit. */
const withoutNinth = (number: string) => number.replace(/^(55\d\d)9(\d{8})$/, '$1$2')

/** The form that WhatsApp knows of each number; those without an account are left out. */
export async function lookupNumbers(sock: WASocket, numbers: string[]): Promise<{ asked: string; pn: string; lid: string | null }[]> {
  const asked = [...new Set(numbers)].filter(number => personOf(`${number}@s.whatsapp.net`).pn)
  if (!asked.length) return []
  const jids = ((await sock.onWhatsApp(...asked)) ?? []).filter(answer => answer.exists).map(answer => answer.jid)
  const found = jids.flatMap(jid => personOf(jid).pn ?? [])
  const lids = new Map<string, string | null>()
  for (const { pn, lid } of (await sock.signalRepository.lidMapping.getLIDsForPNs(jids)) ?? [])
    lids.set(personOf(pn).pn ?? '', personOf(lid).lid)
  return asked.flatMap(number => {
    const pn = found.find(one => one === number) ?? found.find(one => withoutNinth(one) === withoutNinth(number))
    return pn ? [{ asked: number, pn, lid: lids.get(pn) ?? null }] : []
  })
}
