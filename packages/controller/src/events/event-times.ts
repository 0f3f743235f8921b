/** meta/v1 Time, which has seconds. */
export const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** meta/v1 MicroTime. */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')
