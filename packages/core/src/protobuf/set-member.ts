/** Sets an own member. An assignment to `__proto__` would set the prototype. */
export function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true })
  else members[name] = value
}
