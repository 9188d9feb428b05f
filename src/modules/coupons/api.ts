import type { NounApi } from '#kernel/noun/api'

export const couponApi = { path: '/coupons', rows: 'coupons', event: 'coupon', row: 'coupon', id: 'couponId' } as const satisfies NounApi
