import { useLocationProperty } from 'wouter/use-browser-location'

/** The first part of an address: `/tickets` of `/tickets/4f1c…`. */
export const sectionOf = (path: string) => `/${path.split('/')[1]}`
/** That of the page: what needs no more of its address is not drawn anew as one goes from row to row. */
export const useSection = () => useLocationProperty(() => sectionOf(location.pathname))
