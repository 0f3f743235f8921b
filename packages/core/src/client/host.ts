/** Whether a browser makes our requests, with a browser's limits. Workers are in there as well as pages. */
export const isBrowser = (): boolean => /^Mozilla\//.test(userAgent())

/**
 * Whether the host's `fetch` reads all members of a gzip body. RFC 1952 asks for that, and Kubernetes 1.37 sends such
 * bodies, but browsers and Deno stop after the first member and wait for the end.
 */
export const readsGzipMembers = (): boolean => /^(?:Node\.js|Bun)\//.test(userAgent())

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''
