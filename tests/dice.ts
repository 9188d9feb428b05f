/** Numbers below one that look random and are the same in each run. */
export function dice(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}
