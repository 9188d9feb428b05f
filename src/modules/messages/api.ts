/** As long as the network lets a message be edited: the server refuses what comes later, and a page lets go of what was begun. */
export const EDIT_MS = 15 * 60_000
