import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Everything comes from this server. Recording a voice message compiles WASM; own files show before they are sent. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
}
/** What a page of this product never asks a browser for. */
const PERMISSIONS = { microphone: ['self'], camera: [], geolocation: [], payment: [], usb: [], displayCapture: [] }

type Options = { servesOtherOrigins: boolean; isHttps: boolean }

/** The headers of every answer. A file brings a stricter content security policy of its own. */
export function securityHeaders({ servesOtherOrigins, isHttps }: Options): MiddlewareHandler {
  const common = {
    referrerPolicy: 'no-referrer',
    crossOriginResourcePolicy: servesOtherOrigins ? 'cross-origin' : 'same-origin',
    strictTransportSecurity: isHttps ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: PERMISSIONS,
  } as const
  const ofPages = secureHeaders({ ...common, contentSecurityPolicy: CONTENT_SECURITY_POLICY })
  const ofFiles = secureHeaders(common)
  return (c, next) => (c.req.path.startsWith('/media/') ? ofFiles : ofPages)(c, next)
}
