import { wallOf } from '../schedules/time'

/** A moment as the company's clock shows it: what writes moments shows the clock of the browser, which may be elsewhere. */
export const onClock = (at: string | number) => new Date(wallOf(at))
