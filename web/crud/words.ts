import { language, rewording, texts } from '../kit/i18n'

/** What every noun says, with the noun as data; its own texts say {one}, {many} and the gender. */
export const words = texts({
  pt: {
    yes: 'Sim',
    no: 'Não',
    activeOne: 'Ativ{a}',
    inactiveOne: 'Inativ{a}',
    activeMany: 'Ativ{a}s',
    inactiveMany: 'Inativ{a}s',
    new: 'Nov{a} {one}',
    create: 'Criar {one}',
    created: '{One} criad{a}',
    edit: 'Editar {one}',
    editOne: 'Editar {name}',
    save: 'Salvar {one}',
    saved: '{One} salv{a}',
    remove: 'Excluir {one}',
    removeOne: 'Excluir {name}',
    removeTitle: 'Excluir {the} {one} {name}?',
    removeText: 'Deseja realmente excluir esse registro? Não dá para desfazer.',
    removed: '{One} excluíd{a}',
    moreOf: 'Mais ações de {name}',
    search: 'Buscar {one}',
    what: '{thes} {many}',
    foot: '{shown} de {count} {one}|{shown} de {count} {many}',
    noPlan: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
    noRight: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
    exporting: 'Exportando {many}: {done} de {count}',
    exported: 'Pronto: {count} na planilha|Pronto: {count} na planilha',
    exportCsv: 'Exportar como CSV',
    exportXlsx: 'Exportar como Excel',
    import: 'Importar {many}',
    fileNotKept: '{One} salv{a}, mas o arquivo não subiu. Tente de novo.',
  },
  en: {
    yes: 'Yes',
    no: 'No',
    activeOne: 'Active',
    inactiveOne: 'Inactive',
    activeMany: 'Active',
    inactiveMany: 'Inactive',
    new: 'New {one}',
    create: 'Create {one}',
    created: '{One} created',
    edit: 'Edit {one}',
    editOne: 'Edit {name}',
    save: 'Save {one}',
    saved: '{One} saved',
    remove: 'Delete {one}',
    removeOne: 'Delete {name}',
    removeTitle: 'Delete the {one} {name}?',
    removeText: 'Do you really want to delete this? It cannot be undone.',
    removed: '{One} deleted',
    moreOf: 'More actions for {name}',
    search: 'Search {one}',
    what: 'the {many}',
    foot: '{shown} of {count} {one}|{shown} of {count} {many}',
    noPlan: 'This company may not open this page! Taking you back.',
    noRight: 'You may not open this page! Taking you back.',
    exporting: 'Exporting {many}: {done} of {count}',
    exported: 'Done: {count} in the spreadsheet|Done: {count} in the spreadsheet',
    exportCsv: 'Export as CSV',
    exportXlsx: 'Export as Excel',
    import: 'Import {many}',
    fileNotKept: '{One} saved, but its file did not go up. Try again.',
  },
  es: {
    yes: 'Sí',
    no: 'No',
    activeOne: 'Activ{a}',
    inactiveOne: 'Inactiv{a}',
    activeMany: 'Activ{a}s',
    inactiveMany: 'Inactiv{a}s',
    new: 'Nuev{a} {one}',
    create: 'Crear {one}',
    created: '{One} cread{a}',
    edit: 'Editar {one}',
    editOne: 'Editar {name}',
    save: 'Guardar {one}',
    saved: '{One} guardad{a}',
    remove: 'Eliminar {one}',
    removeOne: 'Eliminar {name}',
    removeTitle: '¿Eliminar {the} {one} {name}?',
    removeText: '¿Realmente desea eliminar este registro? No se puede deshacer.',
    removed: '{One} eliminad{a}',
    moreOf: 'Más acciones de {name}',
    search: 'Buscar {one}',
    what: '{thes} {many}',
    foot: '{shown} de {count} {one}|{shown} de {count} {many}',
    noPlan: '¡Esta empresa no tiene permiso para acceder a esta página! Le estamos redirigiendo.',
    noRight: '¡Sin permiso para acceder! Le estamos redirigiendo.',
    exporting: 'Exportando {many}: {done} de {count}',
    exported: 'Listo: {count} en la planilla|Listo: {count} en la planilla',
    exportCsv: 'Exportar como CSV',
    exportXlsx: 'Exportar como Excel',
    import: 'Importar {many}',
    fileNotKept: '{One} guardad{a}, pero el archivo no subió. Intente de nuevo.',
  },
})

/** What fields are called that many nouns have; a noun's own text of that name wins. */
const labels = texts({
  pt: {
    name: 'Nome',
    color: 'Cor',
    phone: 'Telefone',
    email: 'E-mail',
    number: 'Número',
    message: 'Mensagem',
    description: 'Descrição',
    notes: 'Anotações',
    active: 'Ativ{a}',
    isActive: 'Ativ{a}',
    queueId: 'Fila',
    tagIds: 'Tags',
  },
  en: {
    name: 'Name',
    color: 'Colour',
    phone: 'Phone',
    email: 'Email',
    number: 'Number',
    message: 'Message',
    description: 'Description',
    notes: 'Notes',
    active: 'Active',
    isActive: 'Active',
    queueId: 'Queue',
    tagIds: 'Tags',
  },
  es: {
    name: 'Nombre',
    color: 'Color',
    phone: 'Teléfono',
    email: 'Correo',
    number: 'Número',
    message: 'Mensaje',
    description: 'Descripción',
    notes: 'Notas',
    active: 'Activ{a}',
    isActive: 'Activ{a}',
    queueId: 'Cola',
    tagIds: 'Etiquetas',
  },
})
/** What a field is called: by its noun, or as fields of that name are everywhere. */
export const labelOf = ({ find }: Pick<NounWords, 'find'>, field: string) =>
  find(field) ?? labels.find(field)?.replace('{a}', () => grammarOf(find)?.a ?? '') ?? field

/**
 * The texts of a noun: how it is called, what an empty list says, and a label for each field, as {field}, unless `labels` has it;
 * {field}Help says more, {field}.{choice}, {field}.on and {field}.off what it holds.
 */
export type NounWords = {
  find(key: string): string | undefined
  languages: { pt: { one: string; many: string; gender: string; emptyTitle: string; emptyText: string } }
}
type Sentence = keyof (typeof words)['languages']['pt']

const GRAMMAR = {
  pt: { f: { a: 'a', the: 'a', thes: 'as' }, m: { a: 'o', the: 'o', thes: 'os' } },
  es: { f: { a: 'a', the: 'la', thes: 'las' }, m: { a: 'o', the: 'el', thes: 'los' } },
  en: undefined,
}
function grammarOf(find: NounWords['find']) {
  const gender = rewording.peek()?.genderOf(find('one') ?? '', language.peek()) ?? find('gender')
  return GRAMMAR[language.peek()]?.[gender === 'f' ? 'f' : 'm']
}
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const same = (text: string) => ({ created: text, saved: text, removed: text })
/** What operators read of companies, plans and help videos: one sentence, whatever was done. */
export const operationDone = {
  pt: same('Operação realizada com sucesso!'),
  en: same('Operation carried out successfully!'),
  es: same('¡Operación realizada con éxito!'),
}

/** How a noun says what every noun says: say('saved') is "Tag salva". Its own text of that name wins. */
export function sayer({ find }: NounWords) {
  const say = words as unknown as (key: Sentence, slots: Record<string, string | number>) => string
  return (key: Sentence, slots: Record<string, string | number> = {}) => {
    const [one = '', many = ''] = [find('one'), find('many')]
    const own = find(key)?.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
    return own ?? say(key, { ...grammarOf(find), one, many, One: capital(one), ...slots })
  }
}
export type Say = ReturnType<typeof sayer>

/** Switches that tell whether a row is in use. */
const ACTIVE = new Set(['active', 'isActive', 'status'])
/** How a switch is said of a row, or of many: {field}.on and {field}.allOn of its noun, else Active where it is such a one, else Yes. */
export function switchWord(noun: NounWords, field: string, isOn: boolean, isMany = false) {
  const own = (isMany && noun.find(`${field}.${isOn ? 'allOn' : 'allOff'}`)) || noun.find(`${field}.${isOn ? 'on' : 'off'}`)
  if (own) return own
  if (!ACTIVE.has(field)) return words(isOn ? 'yes' : 'no')
  return sayer(noun)(`${isOn ? 'active' : 'inactive'}${isMany ? 'Many' : 'One'}`)
}
