/** RFC 3339 in seconds, as a server writes times. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
