/**
 * Sets a member of an object under construction, including `__proto__`, which an assignment would take for the
 * prototype.
 */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
