type Check = () => Promise<void>

const checks = new WeakMap<Request, Check>()

/**
 * Who asks is known by the head of a request; its body may take as long as its sender likes. What this checks is checked once more when the
 * body is there, before anything is done with it: rights that were taken meanwhile do nothing any more.
 */
export const onceBodyCame = (request: Request, check: Check) => void checks.set(request, check)

/** Throws what the check does. */
export const bodyCame = async (request: Request) => checks.get(request)?.()
