/** The deprecated `/watch/` paths, which watch without a query parameter. */
const LEGACY_WATCH = /^\/(api|apis\/[^/]+)\/[^/]+\/watch\//

/** Whether a path is a deprecated `/watch/` path. */
export const isLegacyWatch = (pathname: string): boolean => LEGACY_WATCH.test(pathname)
