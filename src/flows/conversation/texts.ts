import type { Language } from '#modules/companies'

type Texts = {
  wrongChoice: string
  rating: string
  ratingUnclear: string
}

/** What is said that nobody wrote into a form. The Portuguese ones are the contract's to the letter where it has them. */
export const TEXTS: Record<Language, Texts> = {
  pt: {
    wrongChoice: 'Opção inválida, por favor, escolha uma opção válida.',
    rating: 'Digite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_',
    ratingUnclear: 'Não entendi. Responda *1*, *2* ou *3*. Para falar conosco de novo, é só escrever.',
  },
  en: {
    wrongChoice: 'That is not one of the options. Please choose a valid one.',
    rating: 'Type 1 to 3 to rate our service:\n*1* - _Dissatisfied_\n*2* - _Satisfied_\n*3* - _Very satisfied_',
    ratingUnclear: 'I did not understand. Please answer *1*, *2* or *3*. To talk to us again, just write.',
  },
  es: {
    wrongChoice: 'Esa opción no es válida. Por favor, elija una opción válida.',
    rating: 'Escriba de 1 a 3 para calificar nuestra atención:\n*1* - _Insatisfecho_\n*2* - _Satisfecho_\n*3* - _Muy satisfecho_',
    ratingUnclear: 'No entendí. Responda *1*, *2* o *3*. Para hablar con nosotros otra vez, solo escriba.',
  },
}
