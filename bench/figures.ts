/** What a figure should come to, in the figure's own unit. */
export type Goal = { atMost: number } | { atLeast: number }
/** One thing that was measured. `name` stays the same from run to run, so that runs can be compared. */
export type Figure = { name: string; value: number; unit: string; goal?: Goal; detail?: string }
export type Tell = (figure: Figure) => void

export type Options = {
  /** How much of the data set, or of the traffic; 1 is all of it. */
  scale: number
  /** How long a soak lasts. */
  minutes: number
  /** A folder for the data set, kept and used again. */
  data?: string
}
/** Measures something of the compiled binary and tells it. */
export type Bench = (tell: Tell, options: Options) => Promise<void>

/** Undefined where nothing is aimed at. */
export const isMet = ({ value, goal }: Figure) => goal && ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast)
