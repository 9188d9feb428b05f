import { boot } from '../../src/boot'
import { untilStopped } from '../../src/cli/until-stopped'
import { furnish } from '../../src/cli/demo'
import { readConfig } from '../../src/config'

// The demonstration from its sources, as a child of build/dev: it says where it is, and hears when the web was built again.
const product = await untilStopped(boot(readConfig(process.env)))
await furnish(product, process.env.DEV_PASSWORD!, { renew: Boolean(process.env.DEV_RENEW) })
process.send!({ url: product.url })
