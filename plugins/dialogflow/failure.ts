/** Why an agent cannot answer: a code that people read a sentence for, and nothing of what Google said, which may hold texts of customers. */
export class DialogflowError extends Error {
  constructor(code: 'ERR_DIALOGFLOW_KEY' | 'ERR_DIALOGFLOW_PROJECT' | 'ERR_DIALOGFLOW_BUSY' | 'ERR_DIALOGFLOW_ANSWER') {
    super(code)
  }
}

export function failureOf(status: number) {
  if (status === 401 || status === 403) return new DialogflowError('ERR_DIALOGFLOW_KEY')
  if (status === 400 || status === 404) return new DialogflowError('ERR_DIALOGFLOW_PROJECT')
  return new DialogflowError('ERR_DIALOGFLOW_BUSY')
}
