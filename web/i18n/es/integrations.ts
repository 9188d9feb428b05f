export const integrations = {}
