/**
 * Whether the host's `fetch` reads all members of a gzip body. RFC 1952 requires it, and Kubernetes 1.37 sends such
 * bodies, but browsers and Deno stop after the first member and wait for the end of the response.
 */
export const readsGzipMembers = (): boolean => /^(?:Node\.js|Bun)\//.test(userAgent())

/**
 * Whether the host's `fetch` resolves at the first byte of a body instead of at the headers. A watch without events then
 * seems not to be answered. That of Firefox does so over every version of HTTP, and that of WebKit over HTTP/2.
 *
 * @param usesHttp1 whether the server is known to answer over HTTP/1.1
 */
export const resolvesAtFirstByte = (usesHttp1: () => boolean): boolean =>
  /Gecko\/\d/.test(userAgent()) || (isWebKit() && !usesHttp1())

/** The name of Chromium's ancestor is in that of Chromium, too. */
const isWebKit = (): boolean => /AppleWebKit(?!.*Chrome)/.test(userAgent())

const userAgent = (): string => globalThis.navigator?.userAgent ?? ''
