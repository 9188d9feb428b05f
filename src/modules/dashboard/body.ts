import * as v from 'valibot'
import { day } from '#kernel/http/paging'

const YEAR_MS = 366 * 24 * 3600_000

const inOrder = (from: string | undefined, to: string | undefined) => !from || !to || from <= to
const BACKWARDS = 'A data final vem antes da inicial'
const NO_FILTER = 'Parametrize o filtro'

/** The last days up to today, or the days between two dates, of which one may be missing. */
export const FiguresQuery = v.pipe(
  v.object({
    days: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{0,3}$/),
        v.transform(text => Number(text) || undefined),
      ),
    ),
    date_from: day,
    date_to: day,
  }),
  v.forward(
    v.check(({ days, date_from, date_to }) => Boolean(days ?? date_from ?? date_to), NO_FILTER),
    ['days'],
  ),
  v.forward(
    v.check(({ date_from, date_to }) => inOrder(date_from, date_to), BACKWARDS),
    ['date_to'],
  ),
)

/** The days of a chart: each is a bar, so there is an end to them. */
export const ChartQuery = v.pipe(
  v.object({ initialDate: day, finalDate: day }),
  v.forward(
    v.check(({ initialDate, finalDate }) => Boolean(initialDate && finalDate), NO_FILTER),
    ['initialDate'],
  ),
  v.forward(
    v.check(({ initialDate, finalDate }) => inOrder(initialDate, finalDate), BACKWARDS),
    ['finalDate'],
  ),
  v.forward(
    v.check(
      ({ initialDate, finalDate }) => !initialDate || !finalDate || Date.parse(finalDate) - Date.parse(initialDate) <= YEAR_MS,
      'Escolha até um ano',
    ),
    ['finalDate'],
  ),
)
