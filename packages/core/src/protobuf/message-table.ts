/** What JSON has for a member that is zero or absent in protobuf. */
type ZeroRule =
  /** Nothing for either. */
  | 'omit'
  /** The zero value for either. */
  | 'keep'
  /** Nothing if it is absent, and the zero value if it is sent: a pointer in Go. */
  | 'absent'
  /** The same, but not a pointer: versions that have the member always send it. */
  | 'sent'
  /** `null` if it is absent. */
  | 'null'
  /** JSON has the members of the message in its place. */
  | 'inline'

/** The types of values. `SchemaOr…` are those of apiextensions. */
export type ScalarType = keyof typeof SCALARS

/** A member of a message. */
export interface Member {
  readonly number: number
  /** The JSON name; "" for `inline`. */
  readonly name: string
  readonly rule: ZeroRule
  readonly container: 'one' | 'list' | 'map' | 'map of lists' | 'wrapped list'
  /** A scalar, or the index of a message. */
  readonly type: ScalarType | number
  /** Whether the items are whole objects: JSON has their kind and apiVersion. */
  readonly hasType: boolean
  /** Whether only older versions have it. */
  readonly isRemoved: boolean
}

/** A message: a kind, or a part of one. */
export interface Message {
  readonly apiVersion: string
  readonly name: string
  /** By number. */
  readonly members: readonly (Member | undefined)[]
  /** The members that JSON has even if they are absent, also those of inlined messages. */
  readonly always: readonly Member[]
}

const SCALARS = {
  string: 'S',
  bytes: 'Y',
  bool: 'B',
  int: 'I',
  double: 'F',
  time: 'T',
  microTime: 'M',
  duration: 'D',
  quantity: 'Q',
  intOrString: 'O',
  raw: 'R',
  schemaOrList: 'L',
  schemaOrBool: 'K',
  schemaOrStrings: 'P',
} as const
const BY_LETTER = /* @__PURE__ */ new Map(Object.entries(SCALARS).map(([type, letter]) => [letter, type]))
const RULES: Readonly<Record<string, ZeroRule>> = {
  '?': 'omit',
  '!': 'keep',
  '*': 'absent',
  '^': 'sent',
  '~': 'null',
  '>': 'inline',
}
const CONTAINERS: Readonly<Record<string, Member['container']>> = {
  '': 'one',
  '[': 'list',
  '{': 'map',
  '{(': 'map of lists',
  '(': 'wrapped list',
}
const META = 'meta.k8s.io/v1'
const WORD = /^(?:(\d+)=)?([\w$-]*)(?:([?!*^~>])([[{(]*)(?:([A-Z])|([0-9a-z]+))?([+-]?))?$/

interface Line {
  readonly apiVersion: string
  readonly text: string
}

/**
 * The built-in types by their protobuf field numbers. The text has a line for each message; a line with `#` begins those of a
 * group version. A kind has `*` in front. A word is a member: `NUMBER=` if it is not the previous one plus one, the JSON
 * name, and, unless it is a string that is omitted, its rule, container, and type: a letter, or the number of a message in
 * base 36. A `+` marks items that are whole objects, and a `-` what only older versions have.
 */
export class MessageTable {
  readonly #lines: Line[] = []
  readonly #indexes = new Map<string, number>()
  readonly #kinds = new Set<number>()
  readonly #messages: (Message | undefined)[] = []

  constructor(text: string) {
    let apiVersion = ''
    for (const line of text.split('\n')) {
      if (line.startsWith('#')) apiVersion = line.slice(1)
      else {
        this.#indexes.set(`${apiVersion} ${nameOf(line)}`, this.#lines.length)
        if (line.startsWith('*')) this.#kinds.add(this.#lines.length)
        this.#lines.push({ apiVersion, text: line })
      }
    }
  }

  /** The index of a kind's message; undefined if the table does not have the kind. */
  indexOfKind(apiVersion: string, kind: string): number | undefined {
    // Every group version has the options and the Status of meta/v1.
    const index = this.indexOf(apiVersion, kind) ?? this.indexOf(META, kind)
    return index !== undefined && this.#kinds.has(index) ? index : undefined
  }

  /** The index of a message; undefined if the table does not have it. */
  indexOf(apiVersion: string, name: string): number | undefined {
    return this.#indexes.get(`${apiVersion} ${name}`)
  }

  message(index: number): Message {
    const known = this.#messages[index]
    if (known) return known
    const { apiVersion, text } = this.#lines[index] ?? { apiVersion: '', text: '' }
    const members = membersOf(text)
    const always = members.flatMap(member => (member ? this.#alwaysOf(member) : []))
    const message = { apiVersion, name: nameOf(text), members, always }
    this.#messages[index] = message
    return message
  }

  #alwaysOf(member: Member): readonly Member[] {
    if (member.rule === 'keep' || member.rule === 'null') return [member]
    return member.rule === 'inline' && typeof member.type === 'number' ? this.message(member.type).always : []
  }
}

const nameOf = (line: string): string => /^\*?(\w+)/.exec(line)?.[1] ?? ''

function membersOf(line: string): readonly (Member | undefined)[] {
  const members: (Member | undefined)[] = []
  let number = 0
  for (const word of line.split(' ').slice(1)) {
    const [, given, name = '', rule = '?', container = '', letter = 'S', message, mark] =
      WORD.exec(word) ?? []
    number = given === undefined ? number + 1 : Number(given)
    members[number] = {
      number,
      name,
      rule: RULES[rule] ?? 'omit',
      container: CONTAINERS[container] ?? 'one',
      type: message === undefined ? scalarOf(letter) : Number.parseInt(message, 36),
      hasType: mark === '+',
      isRemoved: mark === '-',
    }
  }
  return members
}

const scalarOf = (letter: string): ScalarType => (BY_LETTER.get(letter as 'S') ?? 'string') as ScalarType

/** The letter of a type in the text. */
export const letterOf = (type: ScalarType): string => SCALARS[type]
