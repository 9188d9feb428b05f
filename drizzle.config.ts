import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'turso',
  schema: ['./src/kernel/**/schema.ts', './src/modules/**/schema.ts', './src/whatsapp/**/schema.ts'],
  casing: 'snake_case',
  out: './migrations',
})
