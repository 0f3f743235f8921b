/** Whether the host is a browser (a page or a worker), whose limits apply to requests. */
export const isBrowser = (): boolean => /^Mozilla\//.test(userAgent())

/**
 * Whether the host's `fetch` reads all members of a gzip body. RFC 1952 requires it, and Kubernetes 1.37 sends such
 * bodies, but browsers and Deno stop after the first member and wait for the end of the response.
 */
export const readsGzipMembers = (): boolean => /^(?:Node\.js|Bun)\//.test(userAgent())

/**
 * Whether the host's `fetch` resolves at the first byte of a body instead of at the headers, as that of Firefox does over
 * every version of HTTP. A watch without events then seems not to be answered.
 */
export const resolvesAtFirstByte = (): boolean => /\bGecko\/\d/.test(userAgent())

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''
