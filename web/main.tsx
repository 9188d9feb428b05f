import { beginRenewal } from './kit/renewal'

// Who is signed in goes inside: what stands there, and who it is, is fetched beside what starts the application.
if (localStorage.getItem('token')) {
  beginRenewal()
  for (const link of document.querySelectorAll('link[rel~=inside]')) link.setAttribute('rel', 'modulepreload')
}
await import('./start')
