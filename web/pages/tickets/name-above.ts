const NAME = String.raw`^\*(.{1,60}?):\*`

/** The name of whoever signed a message, above its words. A customer may begin with a line like it: a longer one is none. */
export const NAME_ABOVE = new RegExp(`${NAME}\\n`)
/** The same in an excerpt, which is one line. */
export const NAME_BEFORE = new RegExp(`${NAME} `, 'u')
