const BYTES = 24

/** A token that nobody guesses. */
export const newToken = () => [...crypto.getRandomValues(new Uint8Array(BYTES))].map(byte => byte.toString(16).padStart(2, '0')).join('')
