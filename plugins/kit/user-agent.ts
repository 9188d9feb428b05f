/** What servers of tenants are told who asks: never the name of the product, which resellers sell under their own. */
export const USER_AGENT = 'atendimento'
