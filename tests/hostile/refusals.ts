import { errors } from '../../web/i18n/pt/errors'

/** What is said in words, because no code of the contract says it. */
const SENTENCES = [
  'O envio é grande demais',
  'A empresa precisa de pelo menos um administrador',
  'Selecione uma fila',
  'Este usuário não atende esta fila',
  'Este atendimento está fechado. Reabra para responder.',
  'Esta mensagem não está com falha',
  'Este contato não foi unido a outro',
  'Escolha um arquivo!',
  'Envie até 30 arquivos por vez',
  'O arquivo passa de 64 MB',
  'O arquivo está vazio',
  'Número máximo de conexões já alcançado: 100',
  'Número máximo de filas já alcançado: 200',
  'An user with this email already exists.',
  'Já existe uma tag com este nome',
  'Já existe uma conexão com este nome ou token',
  'Já existe uma integração com este nome',
]
const codes = new Set(Object.keys(errors).flatMap(key => (key.startsWith('error.ERR_') ? [key.slice('error.'.length)] : [])))

/** The reason of a refusal, or undefined when it is none that a client knows: neither a code that has a translation nor a sentence of ours. */
export function reasonIn(text: string): string | undefined {
  const { error: said, code: beside } = JSON.parse(text) as { error: string; code?: string }
  const error = beside ?? said
  // What a conflict of tickets says is JSON text: that is how clients read it.
  const code = error.startsWith('{') ? 'ERR_OTHER_OPEN_TICKET' : error
  return codes.has(code) || SENTENCES.includes(code) ? code : undefined
}
