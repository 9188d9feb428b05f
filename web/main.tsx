import { beginRenewal } from './kit/renewal'

// Who is signed in goes inside: what stands there, and who it is, is fetched beside what starts the application.
if (localStorage.getItem('token')) {
  beginRenewal()
  void import('./inside').catch(() => {})
}
await import('./start')
