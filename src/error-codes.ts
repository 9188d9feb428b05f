/**
 * The closed catalogue of refusals: each code with what clients are told beside it. Clients of this family show `error` to people, and
 * translate the codes of their own catalogue: those are null. In place of any other they get its Portuguese sentence, with {slots} of the
 * details. Our own web has texts for all of them, in the language of who reads (web/i18n/…/errors.ts).
 */
export const ERRORS = {
  // The installation and the request
  ERR_VALIDATION: null,
  ERR_NOT_FOUND: null,
  ERR_INTERNAL: 'Internal server error',
  ERR_STORAGE: 'O servidor não consegue gravar agora. Nada foi salvo: tente de novo em instantes.',
  ERR_BUSY: 'O servidor está ocupado com outros arquivos. Tente de novo em instantes.',
  ERR_BODY_TOO_LARGE: 'O envio é grande demais',
  ERR_TOO_MANY_ATTEMPTS: 'Muitas tentativas. Espere alguns minutos e tente de novo.',

  // Who asks, and what they may
  ERR_SESSION_EXPIRED: null,
  ERR_INVALID_TOKEN: "Invalid token. We'll try to assign a new one on next request",
  ERR_INVALID_CREDENTIALS: null,
  ERR_NO_PERMISSION: null,
  ERR_NO_CONNECTION_TOKEN: 'Acesso não permitido',
  ERR_NO_SUPER: null,
  ERR_SUBSCRIPTION_EXPIRED: null,
  ERR_USER_CREATION_DISABLED: null,
  ERR_NOT_IN_PLAN: 'O plano da empresa não inclui este recurso.',
  ERR_USER_LIMIT: 'Número máximo de usuários já alcançado: {limit}',
  ERR_CONNECTION_LIMIT: 'Número máximo de conexões já alcançado: {limit}',
  ERR_QUEUE_LIMIT: 'Número máximo de filas já alcançado: {limit}',

  // Companies and people
  ERR_NO_COMPANY_FOUND: null,
  ERR_COMPANY_NAME_ALREADY_EXISTS: null,
  ERR_NO_SETTING_FOUND: null,
  ERR_NO_USER_FOUND: null,
  ERR_EMAIL_TAKEN: 'An user with this email already exists.',
  ERR_LAST_ADMIN: 'A empresa precisa de pelo menos um administrador',

  // Contacts, tickets and what they are sorted by
  ERR_NO_CONTACT_FOUND: null,
  ERR_DUPLICATED_CONTACT: null,
  ERR_CONTACT_NOT_MERGED: 'Este contato não foi unido a outro',
  ERR_CONTACTS_NOT_MERGEABLE: 'Só duas pessoas diferentes podem ser unidas, e nenhum grupo.',
  ERR_SPREADSHEET_UNREADABLE: 'Não deu para ler este arquivo. Salve a planilha como .xlsx ou .csv e tente de novo.',
  ERR_SPREADSHEET_TOO_LARGE: 'A planilha é grande demais: até {rows} linhas e {megabytes} MB.',
  ERR_NO_CONTACTLIST_FOUND: 'Lista de contatos não encontrada.',
  ERR_NO_CONTACTLISTITEM_FOUND: 'Contato da lista não encontrado.',
  ERR_NO_CAMPAIGN_FOUND: 'Campanha não encontrada.',
  ERR_NO_OPTOUT_FOUND: 'Pedido de saída não encontrado.',
  ERR_CAMPAIGN_LOCKED: 'Só é permitido alterar campanha Inativa e Programada',
  ERR_CAMPAIGN_RUNNING: 'Não é permitido excluir campanha em andamento',
  ERR_CAMPAIGN_STATE: 'A campanha não está em um estado que permita isto.',
  ERR_CAMPAIGN_INCOMPLETE: 'Falta algo para enviar a campanha: conexão, lista de contatos ou mensagem.',
  ERR_CAMPAIGN_NO_FAILED: 'Nenhum envio desta campanha falhou.',
  ERR_LIST_IN_USE: 'A campanha {campaign} usa esta lista. Cancele a campanha antes de excluir.',
  ERR_LIST_SOURCE: 'Escolha de onde vêm os contatos da lista.',
  ERR_QUEUE_NOT_FOUND: null,
  ERR_NO_QUEUEOPTION_FOUND: 'Opção não encontrada.',
  ERR_QUEUE_OPTION_LIMIT: 'Uma fila pode ter até {limit} opções.',
  ERR_QUEUE_OPTION_DEPTH: 'Um menu pode ter até {limit} níveis.',
  ERR_NO_HELP_FOUND: 'Vídeo de ajuda não encontrado.',
  ERR_NO_PLAN_FOUND: 'Plano não encontrado.',
  ERR_PLAN_IN_USE: 'Empresas neste plano: {companies}. Mude o plano delas antes de excluir.',
  ERR_NO_ANNOUNCEMENT_FOUND: 'Comunicado não encontrado.',
  ERR_NO_PROMPT_FOUND: 'Assistente não encontrado.',
  ERR_NO_TAG_FOUND: 'Tag não encontrada.',
  ERR_NO_QUICKMESSAGE_FOUND: 'Resposta rápida não encontrada.',
  ERR_NO_TICKET_FOUND: null,
  ERR_CREATING_TICKET: null,
  ERR_NO_TICKETNOTE_FOUND: 'Observação não encontrada.',
  // Clients parse it to show who has the ticket.
  ERR_OTHER_OPEN_TICKET: (details: unknown) => details && JSON.stringify({ code: 'ERR_OTHER_OPEN_TICKET', ...details }),
  ERR_TICKET_TAKEN: 'Outra pessoa já está com este atendimento.',
  ERR_TICKET_CLOSED: 'Este atendimento está fechado. Reabra para responder.',
  ERR_QUEUE_REQUIRED: 'Selecione uma fila',
  ERR_USER_NOT_IN_QUEUE: 'Este usuário não atende esta fila',

  // Messages and their files
  ERR_NO_MESSAGE_FOUND: 'Mensagem não encontrada.',
  ERR_CREATING_MESSAGE: null,
  ERR_FETCH_WAPP_MSG: null,
  ERR_SENDING_WAPP_MSG: null,
  ERR_IDEMPOTENCY_KEY_REUSED: 'Esta chave já foi usada para outro envio.',
  ERR_EDITING_WAPP_MSG: null,
  ERR_DELETE_WAPP_MSG: null,
  ERR_MESSAGE_NOT_FORWARDABLE: 'Esta mensagem não pode ser encaminhada.',
  ERR_MESSAGE_NOT_FAILED: 'Esta mensagem não está com falha',
  ERR_NO_MEDIA_FOUND: null,
  ERR_WAPP_DOWNLOAD_MEDIA: null,
  ERR_FILE_REQUIRED: 'Escolha um arquivo!',
  ERR_FILE_EMPTY: 'O arquivo está vazio',
  ERR_FILE_TOO_LARGE: 'O arquivo passa de {megabytes} MB',
  ERR_TOO_MANY_FILES: 'Envie até {max} arquivos por vez',
  ERR_AUDIO_UNREADABLE: 'O áudio não pôde ser lido.',
  ERR_AUDIO_TOO_LONG: 'O áudio é longo demais: até {minutes} minutos.',
  ERR_AUDIO_TOO_LARGE: 'O áudio é grande demais.',

  // Connections
  ERR_NO_WAPP_FOUND: null,
  ERR_NO_DEF_WAPP_FOUND: null,
  ERR_NO_OTHER_WHATSAPP: null,
  ERR_WAPP_GREETING_REQUIRED: null,
  ERR_WAPP_NOT_INITIALIZED: null,
  ERR_WAPP_CHECK_CONTACT: null,
  ERR_WAPP_INVALID_CONTACT: null,

  // Integrations, their plugins, and the addresses that these call
  ERR_NO_INTEGRATION_FOUND: 'Integração não encontrada.',
  ERR_NO_PLUGIN_FOUND: 'Nenhum plugin responde por este tipo.',
  ERR_PLUGIN_ENDED: 'O plugin parou sozinho.',
  ERR_PLUGIN_FLOOD: 'O plugin pediu coisas demais de uma vez.',
  ERR_PLUGIN_MEMORY: 'O plugin usou memória demais e foi encerrado.',
  ERR_PLUGIN_STUCK: 'O plugin ficou preso e foi encerrado.',
  ERR_AI_KEY: 'O provedor de IA não aceitou a chave.',
  ERR_AI_QUOTA: 'A conta no provedor de IA está sem crédito.',
  ERR_AI_BUSY: 'O provedor de IA está ocupado ou fora do ar.',
  ERR_AI_MODEL: 'O provedor de IA não conhece este modelo ou este endereço.',
  ERR_AI_REFUSED: 'O provedor de IA recusou o pedido. Confira o modelo e os limites.',
  ERR_AI_ANSWER: 'A IA não deu uma resposta que servisse. Confira o modelo e o limite de tokens.',
  ERR_AI_BUDGET: 'O limite de tokens da conversa ou do mês acabou.',
  ERR_OUT_OF_TIME: 'Demorou demais para responder.',
  ERR_OUTBOUND_PROTOCOL: 'Use um endereço que comece com https://',
  ERR_OUTBOUND_PRIVATE_ADDRESS: 'Esse endereço é de uma rede interna. Quem opera a instalação pode permiti-lo.',
  ERR_OUTBOUND_REDIRECT: 'O endereço leva a outro. Use o endereço final.',
  ERR_OUTBOUND_TIMEOUT: 'O endereço demorou mais de 10 segundos.',
  ERR_OUTBOUND_TOO_LARGE: 'A resposta passa de 10 MB.',
  ERR_OUTBOUND_UNREACHABLE: 'O endereço não respondeu. Confira se está certo e no ar.',
} as const

type Catalogue = typeof ERRORS
export type ErrorCode = keyof Catalogue

declare module './kernel/errors' {
  interface ErrorCatalogue extends Catalogue {}
}
