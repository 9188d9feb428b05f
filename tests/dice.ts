/** Numbers from 0 to 1 that look random and are the same in each run (MINSTD). */
export function draws(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Whole numbers below one, from such draws. */
export function dice(seed: number) {
  const draw = draws(seed)
  return (below: number) => Math.floor(draw() * below)
}
