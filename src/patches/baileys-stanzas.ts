import type { BinaryNode } from '@whiskeysockets/baileys'

export type Attributes = Record<string, string>
type StanzaSource = { prependListener(event: 'CB:message', listener: (stanza: BinaryNode) => void): unknown }

/**
 * Message stanzas of one socket, seen before Baileys sees them.
 *
 * The decrypt step of Baileys is given a ciphertext and not the stanza around it. It passes the very buffer that the stanza holds, so its
 * identity leads back to the attributes.
 *
 * Baileys decrypts missed messages (with the attribute `offline`) one by one and live ones at once, so that a live message overtakes
 * missed ones of its own chat: marked as `offline`, all go through its queue.
 */
export function messageStanzas() {
  const attributesByCiphertext = new WeakMap<object, Attributes>()

  /** Keeps the attributes as they came: nobody but Baileys may take a live message for a missed one. */
  function remember({ attrs, content }: BinaryNode) {
    if (!Array.isArray(content)) return
    for (const part of content) if (part.content instanceof Uint8Array) attributesByCiphertext.set(part.content, { ...attrs })
  }

  return {
    /** The attributes of the stanza that carried a ciphertext. */
    attributesOf: (ciphertext: Uint8Array): Attributes | undefined => attributesByCiphertext.get(ciphertext),
    patchStanzas: (ws: StanzaSource) =>
      void ws.prependListener('CB:message', function queueInOrder(stanza) {
        remember(stanza)
        stanza.attrs.offline ??= 'live'
      }),
  }
}
