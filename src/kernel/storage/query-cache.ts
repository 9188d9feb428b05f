const KEPT = 500

/** Answers that stand until they are ended; whoever asks the same meanwhile gets the same. */
export function queryCache() {
  const answers = new Map<string, Promise<unknown>>()
  return {
    getOrLoad<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(question)
      if (known) return known as Promise<T>
      if (answers.size >= KEPT) answers.clear()
      const answer = ask().catch(error => {
        answers.delete(question)
        throw error
      })
      answers.set(question, answer)
      return answer
    },
    clear: () => answers.clear(),
  }
}
