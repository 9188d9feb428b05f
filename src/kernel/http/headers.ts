import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Of the service that shows help videos: their stills, and a player that keeps no cookie before somebody watches. */
const STILLS = 'https://i.ytimg.com'
const PLAYER = 'https://www.youtube-nocookie.com'

/**
 * Everything else comes from this server, and files from where it is known to be. Recording a voice message compiles WASM; own files show
 * before they are sent.
 */
const policyOf = (address: string | undefined) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', STILLS, ...(address ? [address] : [])],
  mediaSrc: ["'self'", 'blob:', ...(address ? [address] : [])],
  frameSrc: [PLAYER],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  // The two workers, by the addresses of our own build: web/crud/import/client.ts, web/installed.ts.
  trustedTypes: ['spreadsheet', 'service-worker'],
})
/** What a page of this product never asks a browser for. */
const PERMISSIONS = { microphone: ['self'], geolocation: ['self'], camera: [], payment: [], usb: [], displayCapture: [] }

/** What people put there. */
const FILES = /^\/(media\/|public\/|favicon\.ico$|brand\.svg$)/

/**
 * The headers of every answer. `hasOtherOrigins`: pages of other origins are served too. `addressOf`: where files are fetched from by who
 * asked, one of a few.
 */
export function securityHeaders(
  publicUrl: string | undefined,
  hasOtherOrigins: boolean,
  addressOf: (c: Context) => string | undefined,
): MiddlewareHandler {
  const headers = {
    referrerPolicy: 'no-referrer',
    crossOriginResourcePolicy: hasOtherOrigins ? 'cross-origin' : 'same-origin',
    strictTransportSecurity: publicUrl?.startsWith('https:') ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: PERMISSIONS,
  } as const
  const ofPages = new Map<string | undefined, MiddlewareHandler>()
  function pagesAt(address: string | undefined) {
    const known = ofPages.get(address) ?? secureHeaders({ ...headers, contentSecurityPolicy: policyOf(address) })
    ofPages.set(address, known)
    return known
  }
  // A file brings a stricter policy of its own. Its address is signed, and with PUBLIC_URL it is asked for by pages of other origins.
  const ofFiles = secureHeaders({ ...headers, crossOriginResourcePolicy: publicUrl ? 'cross-origin' : 'same-origin' })
  return (c, next) => (FILES.test(c.req.path) ? ofFiles : pagesAt(addressOf(c)))(c, next)
}
