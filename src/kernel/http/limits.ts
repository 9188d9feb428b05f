const MB = 1024 * 1024

/** Of a body whose sender is not known yet. */
export const ANONYMOUS_BYTES = 16 * 1024
/** Of a body in JSON, when its route says nothing else: what clients of this family may send. */
export const JSON_BYTES = 10 * MB
/** Values of such a body, and of one list in it: each is looked at, and what is wrong with it is written down, while everybody else waits. */
export const JSON_VALUES = 300_000
export const JSON_LIST = 10_000
/** Parts of a form: more than files and the fields beside them are. */
export const FORM_PARTS = 1_000
/** Letters of all texts of a form together: files alone are large. */
export const FORM_TEXT = MB
/** Of one file, and of a whole upload: all of it is in memory while it is read. */
export const FILE_BYTES = 64 * MB
export const UPLOAD_BYTES = 70 * MB
/** Of anything, before a route is found. */
export const REQUEST_BYTES = 210 * MB

/** Concurrency limit of a company: more of its requests queue behind those of the same company, and hold up no other. */
export const COMPANY_REQUESTS = 32
/** Concurrency limit of a person's uploads, which wait for their sender and so keep no place of the company. A page sends one. */
export const PERSON_UPLOADS = 4
/** Idle timeout of a connection, and of one that carries a file: Bun counts a whole exchange, and not its pauses. */
export const IDLE_S = 60
export const FILE_S = 900
