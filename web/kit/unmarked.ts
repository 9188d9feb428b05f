const mark = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu

/** The words of a text without WhatsApp's marks around them, for where a line shows words alone. */
export const unmarked = (text: string): string => text.replace(mark, (_, _mark, inside: string) => unmarked(inside))
