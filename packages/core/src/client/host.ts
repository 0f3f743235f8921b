/** Whether the host is a browser (a page or a worker), whose limits apply to requests. */
export const isBrowser = (): boolean => /^Mozilla\//.test(userAgent())

/**
 * Whether the host's `fetch` reads all members of a gzip body. RFC 1952 requires it, and Kubernetes 1.37 sends such
 * bodies, but browsers and Deno stop after the first member and wait for the end of the response.
 */
export const readsGzipMembers = (): boolean => /^(?:Node\.js|Bun)\//.test(userAgent())

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''
