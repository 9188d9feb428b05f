/** As the server searches: letters count the same with and without their marks, in both cases. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
