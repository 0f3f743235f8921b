import { type Status, StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { parseYaml as parse, parseApplyBody } from './parse-yaml.ts'

const parseYaml = async (text: string) => (await parse(text)).value

const HEAD = 'apiVersion: v1\nkind: ConfigMap\n'
const bodyOf = async (text: string): Promise<Status | undefined> =>
  parseApplyBody(text).then(
    () => undefined,
    (error: unknown) => (error instanceof StatusError ? error.status : undefined),
  )

test('parses JSON and the first document of YAML as the server does', async () => {
  expect((await parseApplyBody('{"a":[1,{"b":null}]}')).value).toEqual({ a: [1, { b: null }] })
  expect((await parseApplyBody(`${HEAD}---\nkind: Other\n`)).value).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
  })
  const value = 'a: yes\nb: off\nc: 0x1F\nd: 012\ne: 1.5\nf: ~\ng: 2001-01-01\nh: 1:30\ni: !!str 5\n'
  expect(await parseYaml(value)).toEqual({
    a: true,
    b: false,
    c: 31,
    d: 10,
    e: 1.5,
    f: null,
    g: '2001-01-01',
    h: '1:30',
    i: '5',
  })
  expect(await parseYaml('p: &p {a: "1"}\nq: *p\n<<: {z: 1}\n')).toEqual({
    p: { a: '1' },
    q: { a: '1' },
    z: 1,
  })
  expect(await parseYaml('{1: a, y: b, n: c}')).toEqual({ 1: 'a', true: 'b', false: 'c' })
  expect(await parseYaml('a: 1\na: 2')).toEqual({ a: 2 })
  expect(await parseYaml('')).toBeNull()
  expect(JSON.stringify(await parseYaml('__proto__: {polluted: 1}'))).toBe('{"__proto__":{"polluted":1}}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each([
  ['a: b: c', 'error encoding patch: yaml: mapping values are not allowed in this context'],
  [`${HEAD}data: a: b`, 'error encoding patch: yaml: line 3: mapping values are not allowed in this context'],
  [`${HEAD}data:\n\ta: b`, 'error encoding patch: yaml: line 4: found character that cannot start any token'],
  [`${HEAD}data: [1`, "error encoding patch: yaml: line 3: did not find expected ',' or ']'"],
  [
    '{',
    'error decoding patch: error converting YAML to JSON: yaml: line 1: did not find expected node content',
  ],
  [
    '{"a":1,\n',
    'error decoding patch: error converting YAML to JSON: yaml: line 1: did not find expected node content',
  ],
  [
    '{"a":1',
    "error decoding patch: error converting YAML to JSON: yaml: line 1: did not find expected ',' or '}'",
  ],
  [`${HEAD}data: {a: "\\q"}`, 'error encoding patch: yaml: line 3: found unknown escape character'],
  [`${HEAD}data: *nope`, "error encoding patch: yaml: unknown anchor 'nope' referenced"],
  [
    '[]',
    'error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
  ],
])('%j is rejected', async (text, message) => {
  expect(await bodyOf(text)).toMatchObject({ code: 400, reason: 'BadRequest', message })
})

test('too many aliases are rejected', async () => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]']
  for (let level = 1; level < 10; level++)
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(',')}]`)
  expect(await bodyOf(lines.join('\n'))).toMatchObject({ code: 400 })
})
