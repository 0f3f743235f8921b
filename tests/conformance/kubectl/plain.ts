const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const DAY = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g
const VERSION = /(resourceVersion"?: *)"\d+"/g
/** An age at the end of a row or in one of its columns. */
const AGE = /(?<=\s{2,})\d+(ms|s|m\d*s?|h|d)(?=\s|$)/gm

/**
 * Replaces everything in the output of kubectl that differs between runs: uids, times, ages, resourceVersions, and the
 * column widths that depend on them.
 */
export const plain = (text: string): string =>
  text
    .replace(UID, '<uid>')
    .replace(TIME, '<time>')
    .replace(DAY, '<day>')
    .replace(VERSION, '$1<rv>')
    .replace(AGE, '<age>')
    .replace(/(?<=\S) {2,}/g, '  ')
    .replace(/ +$/gm, '')

/** The lines of {@link plain}, without empty ones at the end. */
export const plainLines = (text: string): readonly string[] => plain(text).trimEnd().split('\n')
