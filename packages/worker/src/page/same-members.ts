/** Whether two plain objects have identical members, by reference. */
export function sameMembers(a: object, b: object): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(name => Reflect.get(a, name) === Reflect.get(b, name))
  )
}

/** The older of two equal objects, so that references stay; otherwise the newer one, frozen. */
export const keep = <T extends object>(newer: T, older: T | undefined): T =>
  older && sameMembers(newer, older) ? older : Object.freeze(newer)

/** {@link keep} for lists. */
export const keepItems = <T>(newer: readonly T[], older: readonly T[]): readonly T[] =>
  newer.length === older.length && newer.every((item, index) => item === older[index])
    ? older
    : Object.freeze(newer)

/** {@link keep} for plain data, such as columns: another host sends equal ones. */
export function keepEqual<T extends object>(newer: T | undefined, older: T | undefined): T | undefined {
  return newer && older && JSON.stringify(newer) === JSON.stringify(older)
    ? older
    : newer && Object.freeze(newer)
}
