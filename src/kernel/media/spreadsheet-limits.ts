/** How a reader says it to who asked it. */
export const TOO_LARGE = 'tooLarge'

/** What a spreadsheet may hold. A file of kilobytes can unpack to gigabytes: none is read that is larger inside. */
export const SPREADSHEET = { megabytes: 10, unpackedMegabytes: 40, rows: 100_000, columns: 100, letters: 2_000 }
