/** What a request may weigh, in bytes. */

/** A body before it is known who sends it. */
export const ANONYMOUS_BYTES = 16 * 1024
/** A body in JSON, when its route says nothing else: what clients of this family may send. */
export const BODY_BYTES = 10 * 1024 * 1024
/** One file. */
export const MAX_FILE = 64 * 1024 * 1024
/** A whole upload: all of it is in memory while it is read. */
export const UPLOAD_BYTES = 70 * 1024 * 1024
/** What the server reads at all. */
export const REQUEST_BYTES = 210 * 1024 * 1024
