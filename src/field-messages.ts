/**
 * What the schemas of requests, unique columns and the plugins in the box say at a field. Clients of this family show them as they are,
 * which is why some are sentences and some are codes; our own web has texts for all of them (web/i18n/…/errors.ts). A test reads the schemas.
 */
export const FIELD_MESSAGES = [
  'Required',
  'Obrigatório',
  'Too Short!',
  'Too Long!',
  'Invalid email',
  'E-mail inválido',
  'A senha precisa de 5 caracteres ou mais',
  'A senha pode ter até 50 caracteres',
  'Esta senha é fácil de adivinhar',
  'Invalid number format. Only numbers is allowed.',
  'number',
  'ERR_WAPP_INVALID_CONTACT',
  'Cor inválida',
  'Mensagem muito curta',
  'Já existe uma tag com este nome',
  'ERR_QUEUE_INVALID_NAME',
  'ERR_QUEUE_INVALID_COLOR',
  'ERR_QUEUE_NAME_ALREADY_EXISTS',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_QUICKMESSAGE_INVALID_NAME',
  'ERR_NO_TICKET_FOUND',
  'A mensagem é longa demais',
  'Escreva uma mensagem',
  'Esta configuração não aceita este valor',
  'noPlugin',
  'address',
  'token',
] as const
export type FieldMessage = (typeof FIELD_MESSAGES)[number]
