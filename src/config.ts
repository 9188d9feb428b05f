import { resolve } from 'node:path'
import * as v from 'valibot'
import { Password } from './modules/users/body'

export class ConfigError extends Error {}

const given = <Output>(schema: v.GenericSchema<string, Output>) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform(text => (text === '' ? undefined : text)),
      v.optional(schema),
    ),
  )
const origin = v.pipe(
  v.string(),
  v.url('must be an address such as https://chat.example.com'),
  v.transform(text => new URL(text).origin),
)
const list = v.pipe(
  v.string(),
  v.transform(text =>
    text
      .toLowerCase()
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  ),
)

/** A port that is none would be left out of the address without a word. */
const isStandIn = (pair: string) => /^[a-z\d.-]+=[a-z\d.-]+:\d{1,5}$/.test(pair) && URL.canParse(`https://${pair.split('=')[1]}`)

const Environment = v.object({
  PORT: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'must be a port number'), v.transform(Number), v.maxValue(65_535, 'must be a port number')),
    '3000',
  ),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '0.0.0.0'),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.transform(path => resolve(path)),
    ),
    './data',
  ),
  DATABASE_URL: given(v.pipe(v.string(), v.regex(/^(libsql|https?|wss?|file):/, 'must begin with libsql:, https: or file:'))),
  DATABASE_TOKEN: given(v.string()),
  PUBLIC_URL: given(origin),
  FRONTEND_URL: given(v.pipe(list, v.array(origin))),
  ADMIN_EMAIL: given(v.pipe(v.string(), v.email('must be an e-mail address'))),
  ADMIN_PASSWORD: given(
    v.pipe(
      v.string(),
      v.check(password => v.is(Password, password), 'must have 5 to 50 characters, and be none that everybody tries first'),
    ),
  ),
  WHATSAPP_URL: given(v.pipe(v.string(), v.regex(/^wss?:\/\//, 'must begin with ws:// or wss://'), v.url('must be an address'))),
  WHATSAPP_ROOT_KEY: given(v.pipe(v.string(), v.regex(/^([\da-f]{2}){32,33}$/i, 'must be a key in hex'))),
  WHATSAPP_VERSION: given(
    v.pipe(
      v.string(),
      v.regex(/^\d+\.\d+\.\d+$/, 'must look like 2.3000.1234567'),
      v.transform(text => text.split('.').map(Number) as [number, number, number]),
    ),
  ),
  TRUSTED_PROXY: given(list),
  OUTBOUND_ALLOW: given(list),
  OUTBOUND_HOSTS: given(
    v.pipe(
      list,
      v.everyItem(isStandIn, 'must be name=host:port pairs, separated by commas'),
      v.transform(pairs => pairs.map(pair => pair.split('=') as [name: string, destination: string])),
      v.check(pairs => new Set(pairs.map(([name]) => name)).size === pairs.length, 'must have each name once'),
      v.transform(pairs => new Map(pairs)),
    ),
  ),
  LOG_LEVEL: v.optional(
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent'),
    'info',
  ),
})

/** The environment, parsed once. Throws ConfigError with one line that names what is wrong. */
export function readConfig(environment: Record<string, string | undefined>) {
  const result = v.safeParse(Environment, environment)
  if (!result.success) {
    const issue = result.issues[0]
    throw new ConfigError(`${issue.path?.[0]?.key ?? 'environment'} ${issue.message}`)
  }
  const env = result.output
  // A page of another origin can't resolve relative addresses of files against this server.
  if (env.FRONTEND_URL?.length && !env.PUBLIC_URL) throw new ConfigError('PUBLIC_URL must be set when FRONTEND_URL is')
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `file:${env.DATA_DIR}/balcao.db`,
    databaseToken: env.DATABASE_TOKEN,
    publicUrl: env.PUBLIC_URL,
    origins: env.FRONTEND_URL ?? [],
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL.toLowerCase(), password: env.ADMIN_PASSWORD } : undefined,
    whatsapp: { url: env.WHATSAPP_URL, rootKey: env.WHATSAPP_ROOT_KEY, version: env.WHATSAPP_VERSION },
    trustedProxies: new Set(env.TRUSTED_PROXY ?? []),
    outboundAllow: new Set(env.OUTBOUND_ALLOW ?? []),
    outboundHosts: env.OUTBOUND_HOSTS ?? new Map<string, string>(),
    logLevel: env.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>
