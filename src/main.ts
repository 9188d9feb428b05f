// The process of a plugin must stay small: the product is loaded by who serves it alone.
if (process.argv[2] === 'plugin-host') (await import('./plugins/worker')).runPlugin(process.argv[3]!)
// Nor does who writes a plugin need the product.
else if (process.argv[2] === 'plugin') await (await import('./cli/plugin')).runPluginCommand(process.argv.slice(3))
else await (await import('./cli')).run(process.argv.slice(2))
