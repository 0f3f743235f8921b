import type { Field } from './field.ts'

const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/** A name of the URL and of a file, such as a plural or a version. Reports others: they could name another folder. */
export function labelName(field: Field): string | undefined {
  const name = field.requiredText()
  if (name === undefined || isLabel(name)) return name
  field.report(`${JSON.stringify(name)} must be lower-case letters, digits and '-', and start with a letter`)
  return undefined
}

/** A name of a kind: a label in any case. */
export function kindName(field: Field): string | undefined {
  const name = field.requiredText()
  if (name === undefined || isLabel(name.toLowerCase())) return name
  field.report(`${JSON.stringify(name)} must be letters, digits and '-', and start with a letter`)
  return undefined
}

/** A group: a domain with at least one dot. Reports others: they could name another folder. */
export function groupName(field: Field): string | undefined {
  const name = field.requiredText()
  if (name === undefined || (isSubdomain(name) && name.includes('.'))) return name
  field.report(`${JSON.stringify(name)} must be a domain such as example.com`)
  return undefined
}

/** Whether a name is a subdomain of RFC 1123, as groups are. */
export const isSubdomain = (name: string): boolean => name.length <= 253 && SUBDOMAIN.test(name)

/** Whether a name is a label of RFC 1035, as plurals and versions are. */
export const isLabel = (name: string): boolean => name.length <= 63 && LABEL.test(name)
