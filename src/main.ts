// The process of a plugin must stay small: the product is loaded by who serves it alone.
if (process.argv[2] === 'plugin-host') (await import('./plugins/worker')).runPlugin(process.argv[3]!)
else await (await import('./cli')).run(process.argv.slice(2))
