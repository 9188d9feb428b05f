/** A web address within a text, without the signs that end a sentence. */
export const ADDRESS = String.raw`https?:\/\/[^\s<]+[^\s<.,;:!?)\]'"]`

export const addressesIn = (text: string) => text.match(new RegExp(ADDRESS, 'g')) ?? []
