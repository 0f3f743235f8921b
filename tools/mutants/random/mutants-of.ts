import { parseSync } from 'oxc-parser'

/** A small change of a source: the text from `start` to `end` becomes `replacement`. */
export interface Change {
  readonly start: number
  readonly end: number
  /** From 1. */
  readonly line: number
  readonly before: string
  readonly replacement: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}

/** What no test should depend on: types, imports, and the texts of errors and messages. */
const SKIPPED = /^(ImportDeclaration|ThrowStatement|TemplateLiteral|TaggedTemplateExpression|Decorator)$/
/** What names a duration or a size: one more of it changes no behaviour. */
const TUNING = /(Ms|Bytes|_MS|_BYTES)$/
/** Nodes of TypeScript that contain a value. */
const TYPED_VALUE = /^TS(As|Satisfies|NonNull|Instantiation)/

/** Every mutant of a source, in the order of the text. */
export function mutantsOf(path: string, source: string): readonly Change[] {
  const { program } = parseSync(path, source)
  const changes: Change[] = []
  const change = (start: number, end: number, replacement: string): void => {
    const line = source.slice(0, start).split('\n').length
    changes.push({ start, end, line, before: source.slice(start, end), replacement })
  }
  visit(program as unknown as Node, node => mutate(node, source, change))
  return changes.sort((a, b) => a.start - b.start)
}

function visit(node: Node, mutateNode: (node: Node) => void): void {
  if (SKIPPED.test(node.type) || (node.type.startsWith('TS') && !TYPED_VALUE.test(node.type))) return
  if (node.type === 'NewExpression' && /Error$/.test(String((node.callee as Node).name))) return
  if (isTuning(node)) return
  mutateNode(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, mutateNode)
}

/** A constant or a default whose name is that of a duration or a size: `const WAIT_MS = 30_000`, `{ timeoutMs = 500 }`. */
function isTuning({ type, id, left }: Node): boolean {
  const name = type === 'VariableDeclarator' ? id : type === 'AssignmentPattern' ? left : undefined
  return isNode(name) && TUNING.test(String(name.name))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

function mutate(
  node: Node,
  source: string,
  change: (start: number, end: number, replacement: string) => void,
): void {
  const text = ({ start, end }: Node) => source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right, operator] = [node.left as Node, node.right as Node, String(node.operator)]
      const at = left.end + source.slice(left.end, right.start).indexOf(operator)
      const other = OPERATORS[operator]
      if (other) change(at, at + operator.length, other)
      else if (operator === '??') change(node.start, node.end, text(left))
      break
    }
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node
      change(test.start, test.end, `!(${text(test)})`)
      break
    }
    case 'Literal':
      if (typeof node.value === 'boolean') change(node.start, node.end, String(!node.value))
      if (typeof node.value === 'number') change(node.start, node.end, `(${node.raw} + 1)`)
      break
    case 'ExpressionStatement': {
      const { type, callee } = node.expression as Node
      if (type === 'CallExpression' && (callee as Node).type !== 'Super') change(node.start, node.end, ';')
      break
    }
    default:
  }
}
