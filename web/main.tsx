// Who is signed in goes inside: what stands there is fetched beside what starts the application.
if (localStorage.getItem('token')) void import('./inside').catch(() => {})
await import('./start')

export {}
