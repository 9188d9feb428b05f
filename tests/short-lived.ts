/** For a product that lives for seconds: an optimizing compiler takes a sixth of its time, and no such life gets that back. */
export const SHORT_LIVED = { BUN_JSC_useDFGJIT: '0' }
