/** Whether a value is an object with this own property. Arrays have no members. */
export function hasMember<TName extends string>(
  value: unknown,
  name: TName,
): value is Readonly<Record<TName, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
}
