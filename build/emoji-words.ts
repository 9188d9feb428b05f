/** What people look for an emoji by and its data do not say; a word that is there already puts the emoji before others that have it. */
export const EMOJI_WORDS: Record<string, Record<string, string[]>> = {
  pt: {
    '👍': ['joinha', 'positivo', 'legal', 'show'],
    '🙏': ['obrigado', 'obrigada', 'agradecido', 'agradecida', 'gratidão', 'por favor'],
    '❤': ['coração', 'meu coração', 'de coração'],
    '👏': ['parabéns'],
    '🎉': ['parabéns'],
    '😂': ['kkk', 'rindo'],
  },
  en: {
    '🙏': ['thank you'],
    '❤': ['heart', 'hearts', 'my heart'],
    '👍': ['ok', 'great'],
  },
  es: {
    '👍': ['positivo', 'de acuerdo', 'vale', 'me gusta', 'genial', 'ok'],
    '🙏': ['gracias', 'muchas gracias', 'agradecido', 'agradecida'],
    '❤': ['corazón', 'mi corazón', 'de corazón'],
    '👏': ['felicidades'],
    '😂': ['jaja'],
  },
}
