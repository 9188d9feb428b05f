/** In the place of an id: whoever hears it hears it under the name of the own company. */
export const EACH = '{c}'

/** The name of an event of a company: company-{id}-tag for 'tag'. A channel that begins with 'company' is the whole name. */
export const eventName = (companyId: number | typeof EACH, channel: string) =>
  channel.startsWith('company') ? channel.replace('{c}', String(companyId)) : `company-${companyId}-${channel}`
