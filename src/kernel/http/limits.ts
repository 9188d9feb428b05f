const KB = 1024
const MB = 1024 * KB

/** Of a body in JSON: its bytes, and the values in it, each of which is made and looked at while everybody else waits. */
export type BodyBounds = { bytes: number; values: number }
/** Of one whose sender is not known yet. */
export const ANONYMOUS_BODY: BodyBounds = { bytes: 16 * KB, values: 1_000 }
/** When its route says nothing else: the longest message whose every letter is written as an escape, and what stands beside it. */
export const JSON_BODY: BodyBounds = { bytes: 512 * KB, values: 20_000 }
/** Of rows of a spreadsheet: five hundred, as the page sends at once, with fifty columns that nobody foresaw. */
export const ROWS_BODY: BodyBounds = { bytes: 2 * MB, values: 80_000 }
/** Of large bodies of all companies together, and of one company, while they are read, and until their turn has come. */
export const BODIES_BYTES = 32 * MB
export const COMPANY_BODIES_BYTES = 4 * MB
/** Of a body with more values than these the first thing that is wrong is told, and of others no more than so many. */
export const TOLD_VALUES = 1_000
export const TOLD = 100
/** Parts of a form: more than files and the fields beside them are. */
export const FORM_PARTS = 1_000
/** Letters of all texts of a form together: files alone are large. */
export const FORM_TEXT = MB
/** Of one file, and of a whole upload: all of it is in memory while it is read. */
export const FILE_BYTES = 64 * MB
export const UPLOAD_BYTES = 70 * MB
/** Of large answers that are on their way: to one person, who has some pages open, and to one company. */
export const PERSON_ANSWERS_BYTES = 32 * MB
export const COMPANY_ANSWERS_BYTES = 128 * MB
/** Of anything, before a route is found. */
export const REQUEST_BYTES = 210 * MB

/** Concurrency limit of a company: more of its requests queue behind those of the same company, and hold up no other. */
export const COMPANY_REQUESTS = 32
/** Of one person's requests, those that wait for their turn too: more than many windows ask at once. */
export const PERSON_REQUESTS = 500
/** Concurrency limits of a person's uploads and bodies in JSON, which wait for their sender and so keep no place of the company meanwhile. */
export const PERSON_UPLOADS = 4
export const PERSON_BODIES = 32
/** Of bodies that count in the budget of their company: so that nobody takes all of it. */
export const PERSON_LARGE_BODIES = 2
/** Idle timeout of a connection, and of one that carries a file: Bun counts a whole exchange, and not its pauses. */
export const IDLE_S = 60
export const FILE_S = 900
