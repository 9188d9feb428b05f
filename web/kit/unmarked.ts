// Of some length: a customer may begin thousands of marks and end none, and each would be looked for to the end.
const mark = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]{0,999}?\S)\1(?![\p{L}\p{N}])/gu

/** The words of a text without WhatsApp's marks around them, for where a line shows words alone. */
export const unmarked = (text: string): string => text.replace(mark, (_, _mark, inside: string) => unmarked(inside))
