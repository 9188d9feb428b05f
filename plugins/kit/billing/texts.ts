import type { Language } from '../../../src/plugin'

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' }

/** Bills are of Brazil, whatever language is spoken. */
export const money = (cents: number, language: Language) =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' }).format(cents / 100).replace(/[\u00A0\u202F]/g, ' ')
export const day = (date: string) => date.split('-').toReversed().join('/')
/** The civil day so many days from now, as YYYY-MM-DD. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
export const isOverdue = (date: string) => date < dayIn(0)

type Texts = {
  /** The way out, below every question. */
  ways: string
  ask: string
  wrongId: string
  notFound: string
  hello(name: string): string
  wishes: [bill: string, unblock: string]
  whichBill: string
  bill(money: string, day: string, overdue: boolean): string
  whichContract: string
  contract(id: string): string
  noBills: string
  summary(money: string, day: string): string
  pix: string
  barCode: string
  /** Where a bill is a page and no file. */
  page: string
  partly: string
  paidBy: string
  notBlocked: string
  unblocked: string
  notUnblocked: string
  person: string
  stranger: string
  wrongChoice: string
  choosePerson: string
}

/** What is said to a customer; what goes wrong is the product's to say, by `apology`. */
export const TEXTS: Record<Language, Texts> = {
  pt: {
    ways: '*[ 0 ]* - Voltar\n*[ # ]* - Voltar ao Menu Principal\nPara falar com uma pessoa, escreva *atendente*.',
    ask: 'Digite o *CPF* ou *CNPJ* do titular.',
    wrongId: 'Esse CPF ou CNPJ não é válido. Confira os números e digite de novo.',
    notFound: 'Não encontrei cadastro com esse CPF ou CNPJ. Confira os números e digite de novo.',
    hello: name => (name ? `Olá, ${name}!` : 'Olá!'),
    wishes: ['2ª via da fatura', 'Desbloqueio de confiança'],
    whichBill: 'Qual fatura você quer?',
    bill: (money, day, overdue) => `${money}, ${overdue ? 'venceu' : 'vence'} em ${day}`,
    whichContract: 'Qual contrato você quer desbloquear?',
    contract: id => `Contrato ${id}`,
    noBills: 'Não há fatura em aberto nesse cadastro.',
    summary: (money, day) => `Segue a 2ª via da sua fatura.\n\n*Valor:* ${money}\n*Vencimento:* ${day}`,
    pix: 'Pix copia e cola:',
    barCode: 'Código de barras:',
    page: 'Boleto para ver ou imprimir:',
    partly: 'Não consegui trazer tudo agora; o que está acima já serve para pagar.',
    paidBy: 'Obrigado! Se precisar de algo mais, é só escrever.',
    notBlocked: 'Não há contrato bloqueado nesse cadastro.',
    unblocked: 'Pronto, o acesso foi liberado. Desligue o equipamento da tomada, espere um minuto e ligue de novo.',
    notUnblocked: 'O desbloqueio de confiança não está disponível para esse contrato. Uma pessoa vai atender você.',
    person: 'Certo, uma pessoa vai atender você.',
    stranger: 'Para proteger os seus dados, uma pessoa vai atender você.',
    wrongChoice: 'Opção inválida, por favor, escolha uma opção válida.',
    choosePerson: 'Falar com uma pessoa',
  },
  en: {
    ways: '*[ 0 ]* - Back\n*[ # ]* - Main menu\nTo talk to a person, write *person*.',
    ask: 'Type the *CPF* or *CNPJ* of the account holder.',
    wrongId: 'That CPF or CNPJ is not valid. Check the numbers and type it again.',
    notFound: 'I found nobody with that CPF or CNPJ. Check the numbers and type it again.',
    hello: name => (name ? `Hello, ${name}!` : 'Hello!'),
    wishes: ['Copy of a bill', 'Trust unblocking'],
    whichBill: 'Which bill do you want?',
    bill: (money, day, overdue) => `${money}, ${overdue ? 'was due' : 'due'} on ${day}`,
    whichContract: 'Which contract do you want to unblock?',
    contract: id => `Contract ${id}`,
    noBills: 'No bill of this account is open.',
    summary: (money, day) => `Here is the copy of your bill.\n\n*Amount:* ${money}\n*Due date:* ${day}`,
    pix: 'Pix code to copy:',
    barCode: 'Bar code:',
    page: 'Bill to see or print:',
    partly: 'I could not bring everything now; what is above is enough to pay.',
    paidBy: 'Thank you! If you need anything else, just write.',
    notBlocked: 'No contract of this account is blocked.',
    unblocked: 'Done, the access is released. Unplug your equipment, wait a minute and plug it in again.',
    notUnblocked: 'Trust unblocking is not available for this contract. A person will attend to you.',
    person: 'All right, a person will attend to you.',
    stranger: 'To protect your data, a person will attend to you.',
    wrongChoice: 'That is not one of the options. Please choose a valid one.',
    choosePerson: 'Talk to a person',
  },
  es: {
    ways: '*[ 0 ]* - Volver\n*[ # ]* - Volver al menú principal\nPara hablar con una persona, escriba *persona*.',
    ask: 'Escriba el *CPF* o *CNPJ* del titular.',
    wrongId: 'Ese CPF o CNPJ no es válido. Revise los números y escríbalo de nuevo.',
    notFound: 'No encontré a nadie con ese CPF o CNPJ. Revise los números y escríbalo de nuevo.',
    hello: name => (name ? `¡Hola, ${name}!` : '¡Hola!'),
    wishes: ['Copia de la factura', 'Desbloqueo de confianza'],
    whichBill: '¿Qué factura quiere?',
    bill: (money, day, overdue) => `${money}, ${overdue ? 'venció' : 'vence'} el ${day}`,
    whichContract: '¿Qué contrato quiere desbloquear?',
    contract: id => `Contrato ${id}`,
    noBills: 'No hay facturas abiertas en esta cuenta.',
    summary: (money, day) => `Aquí está la copia de su factura.\n\n*Valor:* ${money}\n*Vencimiento:* ${day}`,
    pix: 'Pix para copiar y pegar:',
    barCode: 'Código de barras:',
    page: 'Boleto para ver o imprimir:',
    partly: 'No pude traer todo ahora; lo de arriba ya sirve para pagar.',
    paidBy: '¡Gracias! Si necesita algo más, solo escriba.',
    notBlocked: 'No hay contratos bloqueados en esta cuenta.',
    unblocked: 'Listo, el acceso fue liberado. Desenchufe el equipo, espere un minuto y enchúfelo de nuevo.',
    notUnblocked: 'El desbloqueo de confianza no está disponible para este contrato. Una persona lo atenderá.',
    person: 'De acuerdo, una persona lo atenderá.',
    stranger: 'Para proteger sus datos, una persona lo atenderá.',
    wrongChoice: 'Esa opción no es válida. Por favor, elija una opción válida.',
    choosePerson: 'Hablar con una persona',
  },
}

/** Said by the product when a provider cannot be asked, before a person takes over. */
export const APOLOGY: Record<Language, string> = {
  pt: 'Não consegui consultar o sistema de cobrança agora. Uma pessoa vai atender você.',
  en: 'I could not reach the billing system now. A person will attend to you.',
  es: 'No pude consultar el sistema de cobro ahora. Una persona lo atenderá.',
}
