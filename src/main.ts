import { run } from './cli'

await run(process.argv.slice(2))
