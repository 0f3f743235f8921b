import { fullName } from '../schema/data-type.ts'

/** A member of a protobuf message. */
export interface Member {
  /** The JSON name. */
  readonly name: string
  /** The message whose members are inlined in JSON. */
  readonly inlined: string | undefined
}

/** The members of the API's types by protobuf field number. */
export class FieldTable {
  readonly #lines = new Map<string, string>()
  readonly #types = new Map<string, ReadonlyMap<number, Member>>()

  /** @param lines the generated data */
  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      const end = line.indexOf(' ')
      if (end > 0) this.#lines.set(fullName(line.slice(0, end)), line.slice(end + 1))
    }
  }

  /** @param typeName an OpenAPI name, `io.k8s.api.core.v1.Pod` */
  membersOf(typeName: string): ReadonlyMap<number, Member> {
    const known = this.#types.get(typeName)
    if (known) return known
    const members = readMembers(this.#lines.get(typeName) ?? '')
    this.#types.set(typeName, members)
    return members
  }
}

function readMembers(words: string): ReadonlyMap<number, Member> {
  const members = new Map<number, Member>()
  let number = 0
  for (const word of words.split(' ').filter(Boolean)) {
    const [, name = '', given, inlined] = /^(\w+)(?:=(\d+))?(?:>(\S+))?$/.exec(word) ?? []
    number = given === undefined ? number + 1 : Number(given)
    members.set(number, { name, inlined: inlined === undefined ? undefined : fullName(inlined) })
  }
  return members
}
