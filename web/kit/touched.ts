/** Whether a finger is what mostly points. */
export const touched = matchMedia('(pointer: coarse)')
