/** The beginning and the end of a file of the type, which is all that whoever hands it on looks at. */
export const pdfOf = (text: string) => new TextEncoder().encode(`%PDF-1.4\n% ${text}\n%%EOF\n`)
