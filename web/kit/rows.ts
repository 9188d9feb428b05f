/** What a value of the server is once it came as JSON: dates are texts. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Each)[]
    ? Json<Each>[]
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T

/** The rows of a noun of the server as they arrive here: RowOf<typeof tags>, imported as a type. */
export type RowOf<Noun extends { get(...args: never[]): Promise<unknown> }> = Json<Awaited<ReturnType<Noun['get']>>>
