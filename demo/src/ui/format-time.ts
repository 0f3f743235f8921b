const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time in the user's language and time zone. */
export const formatTime = (at: number): string => TIMES.format(at)
