import type { JsonSchema } from '../model/json-schema.ts'
import { isInherited } from './inherited.ts'

/** One form of an object: the members that it has, and those that it has not. */
export interface UnionBranch {
  readonly required: readonly string[]
  readonly absent: readonly string[]
}

/** The forms of an object, of which it has one. */
export type Union = readonly UnionBranch[]

/** More forms are no type that a reader understands; TypeScript multiplies those of several unions. */
const MAX_BRANCHES = 64

/**
 * The unions of a schema: its `oneOf` and `anyOf`, and those in its `allOf`, whose members only name required properties.
 * All others restrict values in a way that a type does not express.
 */
export function unionsOf(schema: JsonSchema): readonly Union[] {
  const properties = new Set(Object.keys(schema.properties ?? {}))
  const unions: Union[] = []
  let branches = 1
  for (const { oneOf, anyOf } of [schema, ...(schema.allOf ?? [])]) {
    for (const union of [exactlyOne(oneOf ?? []), atLeastOne(anyOf ?? [])]) {
      if (union.length === 0 || union.length * branches > MAX_BRANCHES || !namesOnly(union, properties))
        continue
      branches *= union.length
      unions.push(union)
    }
  }
  return unions
}

/** No type says that an object lacks a member that it inherits. */
const namesOnly = (union: Union, properties: ReadonlySet<string>): boolean =>
  union.every(({ required, absent }) =>
    [...required, ...absent].every(name => properties.has(name) && !isInherited(name)),
  )

function atLeastOne(members: readonly JsonSchema[]): Union {
  const branches = members.map(branchOf)
  return branches.every(each => each !== undefined) ? branches : []
}

/** Of two forms each excludes what the other one has besides. */
function exactlyOne(members: readonly JsonSchema[]): Union {
  if (members.length > MAX_BRANCHES) return []
  const branches = atLeastOne(members)
  return branches.flatMap((branch, index) => {
    const others = branches.filter((other, at) => at !== index && other.required.length > 0)
    const missing = others.map(other => other.required.filter(name => !branch.required.includes(name)))
    // An object of this form would be of the other form, too.
    return missing.some(names => names.length === 0) ? [] : excluding(branch, missing)
  })
}

/** The forms of a branch that lack at least one name of each list. */
function excluding(branch: UnionBranch, lists: readonly (readonly string[])[]): Union {
  let forms: Union = [branch]
  for (const names of lists.toSorted((a, b) => a.length - b.length)) {
    // With more forms than that the type accepts objects that the server rejects.
    if (forms.length * names.length > MAX_BRANCHES) continue
    forms = forms.flatMap(form => {
      if (names.some(name => form.absent.includes(name))) return [form]
      return names.map(name => ({ ...form, absent: [...form.absent, name] }))
    })
  }
  return forms.filter(({ required, absent }) => !required.some(name => absent.includes(name)))
}

/** Undefined if a member says more than which properties there are. */
function branchOf(member: JsonSchema): UnionBranch | undefined {
  const { required, not, ...others } = member
  if (Object.keys(others).length > 0) return undefined
  if (required && required.length > 0 && !not) return { required, absent: [] }
  return not && !required ? noneOf(not) : undefined
}

/** `not: { anyOf: [{ required: [a] }, { required: [b] }] }`: neither a nor b. */
function noneOf({ anyOf, ...schema }: JsonSchema): UnionBranch | undefined {
  if (anyOf && Object.keys(schema).length > 0) return undefined
  const branches = (anyOf ?? [schema]).map(branchOf)
  const absent: string[] = []
  for (const branch of branches) {
    if (branch?.required.length !== 1 || branch.absent.length > 0) return undefined
    absent.push(...branch.required)
  }
  return { required: [], absent }
}
