export const tags = {}
