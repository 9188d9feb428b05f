const known = new Map<string, Promise<void>>()

/** Loads a style once; the address is what importing its file gives. One that does not come holds nothing up. */
function loadStyle(address: string) {
  const loading =
    known.get(address) ??
    new Promise<void>(resolve => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = address
      link.onload = () => resolve()
      link.onerror = () => resolve()
      document.head.append(link)
    })
  known.set(address, loading)
  return loading
}

/** A page with the styles that it alone needs, asked for side by side: lazy(styled(() => import('./pages/login'), login)). */
export const styled =
  <Module>(load: () => Promise<Module>, ...styles: string[]) =>
  async () =>
    (await Promise.all([load(), ...styles.map(loadStyle)]))[0]
