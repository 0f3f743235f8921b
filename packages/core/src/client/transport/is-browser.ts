/** Whether the host is a browser (a page or a worker), whose limits apply to requests. */
export const isBrowser = (): boolean => /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '')
