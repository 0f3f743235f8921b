import { expect, test } from 'vitest'
import { type Member, MessageTable } from './message-table.ts'

const table = new MessageTable(`#meta.k8s.io/v1
$ListMeta rv
$Status code*I
#a.io/v1
*Thing name 5=kept! list?[2- claims~[2+ inner?(x (y!I) z) >(own!S deep>(far)) odd>S last
$Thing2 part*3`)

const thing = { apiVersion: 'a.io/v1', kind: 'Thing' }
const membersOf = (kind: string): readonly Member[] =>
  table
    .message(table.knownKind({ apiVersion: 'a.io/v1', kind }))
    .members.filter(member => member !== undefined)

test('a member has its number, rule, container and type', () => {
  const [name, kept, list, claims, inner] = membersOf('Thing')
  expect(name).toEqual({
    ...{ number: 1, name: 'name', rule: 'omit', container: 'one', type: 'string' },
    ...{ isText: true, hasType: false, isRemoved: false },
  })
  expect(kept).toMatchObject({ number: 5, rule: 'keep', isText: true })
  expect(list).toMatchObject({
    number: 6,
    container: 'list',
    type: 2,
    isText: false,
    isRemoved: true,
    hasType: false,
  })
  expect(claims).toMatchObject({ number: 7, rule: 'null', hasType: true, isRemoved: false })
  expect(inner).toMatchObject({ number: 8, name: 'inner', rule: 'omit', type: 3 })
})

test('members of inlined messages are those of the message', () => {
  const { always, locations, apiVersion, name } = table.message(table.knownKind(thing))
  expect([apiVersion, name]).toEqual(['a.io/v1', 'Thing'])
  expect(always.map(member => member.name)).toEqual(['kept', 'claims', 'own'])
  const through = (member: string) => locations.get(member)?.through
  expect(['name', 'own', 'far', 'last', 'odd', 'x'].map(through)).toEqual([
    [],
    [9],
    [9, 2],
    [],
    undefined,
    undefined,
  ])
})

test('a kind with a list has the kind of it', () => {
  const list = table.message(table.knownKind({ apiVersion: 'a.io/v1', kind: 'ThingList' }))
  expect(list.members.map(member => member && [member.name, member.type, member.container])).toEqual([
    undefined,
    ['metadata', 0, 'one'],
    ['items', table.indexOfKind(thing), 'list'],
  ])
  expect(table.indexOfKind({ apiVersion: 'a.io/v1', kind: 'Thing2List' })).toBeUndefined()
})

test('every group version has the kinds of meta, and others are unknown', () => {
  expect(table.indexOfKind({ apiVersion: 'a.io/v1', kind: 'Status' })).toBe(1)
  expect(table.indexOf('a.io/v1', 'Status')).toBeUndefined()
  const unknown = { apiVersion: 'a.io/v1', kind: 'None' }
  expect(table.indexOfKind(unknown)).toBeUndefined()
  expect(() => table.knownKind(unknown)).toThrow('no kind "None" is registered for version "a.io/v1"')
})

test('a message is read once, and more messages refer to those before', () => {
  expect(table.message(2)).toBe(table.message(2))
  table.add('#b.io/v1\n$More thing*2')
  const { members } = table.message(table.knownKind({ apiVersion: 'b.io/v1', kind: 'More' }))
  expect(members[1]).toMatchObject({ name: 'thing', type: 2, rule: 'absent' })
})
