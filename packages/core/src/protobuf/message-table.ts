import type { TypeMeta } from './envelope.ts'
import { malformed } from './malformed.ts'

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
  /** JSON has the members of the message in its location. */
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
  /** Whether it is one string. */
  readonly isText: boolean
  /** A scalar, or the index of a message. */
  readonly type: ScalarType | number
  /** Whether the items are whole objects: JSON has their kind and apiVersion. */
  readonly hasType: boolean
  /** Whether only older versions have it. */
  readonly isRemoved: boolean
}

/** Where a message has a member. */
export interface MemberLocation {
  readonly member: Member
  /** The numbers of the inlined messages that lead to it. */
  readonly through: readonly number[]
}

/** A message: a kind, or a part of one. */
export interface Message {
  readonly apiVersion: string
  readonly name: string
  /** By number. */
  readonly members: readonly (Member | undefined)[]
  /** The members that JSON has even if they are absent, also those of inlined messages. */
  readonly always: readonly Member[]
  /** By JSON name, also those of inlined messages. */
  readonly locations: ReadonlyMap<string, MemberLocation>
}

const SCALARS = {
  string: 'S',
  bytes: 'Y',
  bool: 'B',
  int: 'I',
  double: 'F',
  time: 'T',
  microTime: 'M',
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
  '{<': 'map of lists',
  '<': 'wrapped list',
}
const META = 'meta.k8s.io/v1'
const WORD = /^(?:(\d+)=)?([\w$-]*)(?:([?!*^~>])([[{<]*)(?:([A-Z])|([0-9a-z]+))?([+-]?))?$/

interface Line {
  readonly apiVersion: string
  /** "" for a part that is not found by its name. */
  readonly name: string
  words: string
}

/**
 * The built-in types by their protobuf field numbers. The text has a line for each kind; a line with `#` begins those of a
 * group version. A line begins with `*` if the kind has a list, otherwise with `$`, and its name. A word is a member: `NUMBER=`
 * if it is not the previous one plus one, the JSON name, and, unless it is a string that is omitted, its rule, container, and
 * type: a letter or a message. The first reference to a message has its words in parentheses, others have its number in base
 * 36: messages are counted as they begin, and the lists of the kinds after them. A `+` marks items that are whole objects, and a `-` what only older versions have.
 */
export class MessageTable {
  readonly #lines: Line[] = []
  readonly #indexes = new Map<string, number>()
  readonly #messages: (Message | undefined)[] = []

  constructor(text: string) {
    this.add(text)
  }

  /** Adds the messages of another text, which may refer to those before it. */
  add(text: string): void {
    const kinds: (readonly [index: number, line: Line])[] = []
    let apiVersion = ''
    for (const line of text.split('\n')) {
      const [, mark = '', name = '', words = ''] = /^([#*$])(\S+) ?(.*)/.exec(line) ?? []
      if (mark === '#') apiVersion = name
      else {
        if (mark === '*') kinds.push([this.#lines.length, { apiVersion, name, words }])
        this.#addMessages({ apiVersion, name, words })
      }
    }
    const listMeta = this.indexOf(META, 'ListMeta')?.toString(36)
    for (const [kind, { apiVersion, name }] of kinds)
      this.#add({
        apiVersion,
        name: `${name}List`,
        words: `metadata!${listMeta} items~[${kind.toString(36)}`,
      })
  }

  /** Adds a message and those in its parentheses. */
  #addMessages({ apiVersion, name, words }: Line): void {
    const open = [this.#add({ apiVersion, name, words: '' })]
    for (const [part] of words.matchAll(/[()]|[^()]+/g)) {
      const line = open[0] as Line
      if (part === ')') open.shift()
      else if (part === '(') {
        line.words += this.#lines.length.toString(36)
        open.unshift(this.#add({ apiVersion, name: '', words: '' }))
      } else line.words += part
    }
  }

  #add(line: Line): Line {
    if (line.name !== '') this.#indexes.set(`${line.apiVersion} ${line.name}`, this.#lines.length)
    this.#lines.push(line)
    return line
  }

  /** The index of a kind's message; undefined if the table does not have the kind. */
  indexOfKind({ apiVersion, kind }: TypeMeta): number | undefined {
    // Every group version has the options and the Status of meta/v1.
    return this.indexOf(apiVersion, kind) ?? this.indexOf(META, kind)
  }

  /** The same; throws a ProtocolError if the table does not have the kind. */
  knownKind(type: TypeMeta): number {
    const index = this.indexOfKind(type)
    if (index !== undefined) return index
    const [kind, version] = [type.kind, type.apiVersion].map(text => JSON.stringify(text))
    throw malformed(`no kind ${kind} is registered for version ${version}`)
  }

  /** The index of a message with a name; undefined if the table does not have it. */
  indexOf(apiVersion: string, name: string): number | undefined {
    return this.#indexes.get(`${apiVersion} ${name}`)
  }

  message(index: number): Message {
    const known = this.#messages[index]
    if (known) return known
    const { apiVersion, name, words } = this.#lines[index] as Line
    const members = membersOf(words)
    const always = members.flatMap(member => (member ? this.#alwaysOf(member) : []))
    const locations = new Map(members.flatMap(member => (member ? this.#locationsOf(member) : [])))
    const message = { apiVersion, name, members, always, locations }
    this.#messages[index] = message
    return message
  }

  #alwaysOf(member: Member): readonly Member[] {
    if (isAlways(member)) return [member]
    return member.rule === 'inline' && typeof member.type === 'number' ? this.message(member.type).always : []
  }

  #locationsOf(member: Member): readonly (readonly [name: string, MemberLocation])[] {
    if (member.rule !== 'inline') return [[member.name, { member, through: [] }]]
    if (typeof member.type !== 'number') return []
    return [...this.message(member.type).locations].map(([name, location]) => [
      name,
      { member: location.member, through: [member.number, ...location.through] },
    ])
  }
}

/** Whether JSON has a member even if it is absent in protobuf. */
export const isAlways = ({ rule }: Member): boolean => rule === 'keep' || rule === 'null'

function membersOf(words: string): readonly (Member | undefined)[] {
  const members: (Member | undefined)[] = []
  let number = 0
  for (const word of words.split(' ')) {
    if (word === '') continue
    const [, given, name = '', rule = '?', container = '', letter = 'S', message, mark] =
      WORD.exec(word) ?? []
    number = given === undefined ? number + 1 : Number(given)
    const type = message === undefined ? BY_LETTER.get(letter as 'S') : Number.parseInt(message, 36)
    members[number] = {
      number,
      name,
      rule: RULES[rule] as ZeroRule,
      container: CONTAINERS[container] as Member['container'],
      isText: type === 'string' && container === '',
      type: type as Member['type'],
      hasType: mark === '+',
      isRemoved: mark === '-',
    }
  }
  return members
}

/** The letter of a type in the text. */
export const letterOf = (type: ScalarType): string => SCALARS[type]
