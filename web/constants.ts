// What people of this family of clients are used to, in numbers: how long, how far, how many.

export const TOAST_MS = 2_000
/** In the pages of the back office. */
export const OFFICE_TOAST_MS = 3_000
/** From a page that somebody may not see, and from one whose session was ended elsewhere. */
export const LEAVING_MS = 1_000
/** Between the last letter and the search. */
export const DEBOUNCE_MS = 500
/** A list reads its next page so near to its end. */
export const NEAR_END_PX = 100
/** A conversation its older messages, so near to its beginning. */
export const NEAR_START_PX = 50
/** What the start of the page need not wait for. */
export const CONNECTION_CHECK_MS = 2_000
/** An administrator is told of the due date when fewer days than these remain. */
export const DUE_SOON_DAYS = 5
/** A larger file is taken by no server. */
export const FILE_BYTES = 64 * 1024 * 1024
/** A shorter recording was no recording. */
export const RECORDING_BYTES = 10_000
export const RECORDING_KBPS = 128
/** A field grows with its text so far, and scrolls then. */
export const FIELD_ROWS = 5
/** What one reacts with, before all others. */
export const FIRST_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏']
/** Between two forwarded messages, so that a number that forwards many looks like a person. */
export const FORWARD_PAUSE_MS = 900
export const PLAYBACK_RATES = [0.5, 1, 1.5, 2]
export const VOLUME_STEP = 0.1
