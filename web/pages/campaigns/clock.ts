import { serverNow } from '../../kit/clock'
import { dateTime, shortTime, upcoming } from '../../kit/format'
import { wallOf } from '../schedules/time'

/** A moment as the company's clock shows it: what writes moments shows the clock of the browser, which may be elsewhere. */
const onClock = (at: string | number) => new Date(wallOf(at))
const now = () => onClock(serverNow())

// On the company's clock, whose today and tomorrow may be other days than the browser's.
export const dateTimeHere = (at: string | number) => dateTime(onClock(at))
export const shortTimeHere = (at: string | number) => shortTime(onClock(at), now())
export const upcomingHere = (at: string | number) => upcoming(onClock(at), now())
