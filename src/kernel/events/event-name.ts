/** In the name of an event or a room: the id of each company, which hears it under its own name. */
export const EACH = '{c}'

/** The name of an event of a company: company-{id}-tag for 'tag'. A channel that begins with 'company' is the whole name. */
export const eventName = (companyId: number, channel: string) =>
  channel.startsWith('company') ? channel.replace(EACH, String(companyId)) : `company-${companyId}-${channel}`
