/** The deprecated `/watch/` paths, which watch without a query parameter. */
const LEGACY_WATCH = /^\/(api|apis\/[^/]+)\/[^/]+\/watch\//

export const isLegacyWatch = (pathname: string): boolean => LEGACY_WATCH.test(pathname)
