import { createHash } from 'node:crypto'
import { sample } from '../../src/sandbox/network/samples'
import type { Random } from './random'

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const KINDS = [
  { type: 'image', mimetype: 'image/png', name: 'foto.png', head: PICTURE },
  { type: 'document', mimetype: 'application/pdf', name: 'comprovante.pdf', head: Buffer.from('%PDF-1.4\n') },
  { type: 'voice', mimetype: 'audio/ogg; codecs=opus', name: 'recado.ogg', head: sample('voice').bytes },
] as const
const SMALLEST = 500
const LARGEST = 60_000

/** What is told of a file in the ledger. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/** A picture, a document or a recording, that no other message carries. */
export function anyFile(random: Random) {
  const { head, ...kind } = KINDS[random.between(0, KINDS.length - 1)]!
  const tail = crypto.getRandomValues(new Uint8Array(random.between(SMALLEST, LARGEST)))
  const bytes = Buffer.concat([head, tail])
  return { ...kind, bytes, hash: hashOf(bytes) }
}
