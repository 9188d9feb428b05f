import { quantile } from './usage'

export const rounded = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })
export const median = (times: number[]) => quantile(times, 0.5)
export const percentiles = (times: number[]) => `p50 ${rounded(median(times), 1)} ms, p99 ${rounded(quantile(times, 0.99), 1)} ms`
