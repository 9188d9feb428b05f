import { inflateSync } from 'node:zlib'
import { type BinaryNode, decodeDecompressedBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys'
import * as tokens from '@whiskeysockets/baileys/lib/WABinary/constants.js'

export type { BinaryNode }
type Content = BinaryNode['content']

/** A stanza, without undefined attributes. Attributes are strings: the encoder silently corrupts anything else. */
export function node(tag: string, attrs: Record<string, string | undefined> = {}, content?: Content): BinaryNode {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) given[name] = value
  return { tag, attrs: given, content }
}

export const children = (parent: BinaryNode | undefined, tag?: string): BinaryNode[] =>
  Array.isArray(parent?.content) ? parent.content.filter(each => !tag || each.tag === tag) : []
export const child = (parent: BinaryNode | undefined, tag?: string): BinaryNode | undefined => children(parent, tag)[0]

export function bytes(of: BinaryNode | undefined): Buffer {
  const content = of?.content
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : Buffer.alloc(0)
}

export const bigEndian = (value: number, length = 4) => Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')
export const number = (of: BinaryNode | undefined) => Number.parseInt(bytes(of).toString('hex') || '0', 16)

export const encode = (of: BinaryNode): Buffer => Buffer.from(encodeBinaryNode(of))
export function decode(data: Buffer): BinaryNode {
  const body = data.subarray(1)
  return decodeDecompressedBinaryNode(data[0]! & 2 ? inflateSync(body) : body, tokens)
}

export const seconds = (at = Date.now()) => Math.floor(at / 1000).toString()

export const result = (request: BinaryNode, content?: Content) =>
  node('iq', { type: 'result', id: request.attrs.id, from: request.attrs.to ?? 's.whatsapp.net' }, content)
export const failure = (request: BinaryNode, code: number, text: string) =>
  node('iq', { type: 'error', id: request.attrs.id, from: request.attrs.to ?? 's.whatsapp.net' }, [
    node('error', { code: String(code), text }),
  ])
