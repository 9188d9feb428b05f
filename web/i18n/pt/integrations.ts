export const integrations = {} as const
