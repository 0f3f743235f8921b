/** The severity of a status, which selects its color: healthy, in progress, a problem, going away, finished. */
export type Tone = 'good' | 'wait' | 'bad' | 'gone' | 'done'
