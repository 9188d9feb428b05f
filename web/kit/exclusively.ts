/** Web Lock: of all windows of this browser one does it at a time. Without TLS browsers have none, and each window is for itself. */
export const exclusively = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : work()
