/** The paths that watch without being asked, as clients of old use them. */
const LEGACY_WATCH = /^\/(api|apis\/[^/]+)\/[^/]+\/watch\//

export const isLegacyWatch = (pathname: string): boolean => LEGACY_WATCH.test(pathname)
