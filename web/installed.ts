// Registers the service worker, when the page has what it needs: its files come from the cache of the browser then.

const ADDRESS = '/sw.js'

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string }
}
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('service-worker', {
  createScriptURL(asked) {
    if (asked !== ADDRESS) throw new TypeError('not the service worker')
    return asked
  },
})
// Without one the application works all the same: in a private window, or over plain http.
const register = () => navigator.serviceWorker?.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => {})
if (document.readyState === 'complete') void register()
else addEventListener('load', () => void register())
