/** The name of an event of a company: company-{id}-tag for 'tag'. A channel that begins with 'company' is the whole name. */
export const eventName = (companyId: number, channel: string) =>
  channel.startsWith('company') ? channel.replace('{c}', String(companyId)) : `company-${companyId}-${channel}`
