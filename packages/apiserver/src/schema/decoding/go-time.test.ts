import { describe, expect, test } from 'vitest'
import { canonicalMicroTime, canonicalTime } from './go-time.ts'

const LAYOUT = '"2006-01-02T15:04:05Z07:00"'
const errorOf = (act: () => string): string => {
  try {
    return `is ${act()}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

describe('a time', () => {
  test.each([
    ['2024-01-31T00:00:00Z', '2024-01-31T00:00:00Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['2024-12-31T23:59:59.999Z', '2024-12-31T23:59:59Z'],
    ['2024-01-01T00:00:00+01:30', '2023-12-31T22:30:00Z'],
    ['2024-01-01T00:00:00.5-01:00', '2024-01-01T01:00:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(canonicalTime(text)).toBe(expected)
  })

  test.each([
    ['2024-00-01T00:00:00Z', 'month'],
    ['2024-13-01T00:00:00Z', 'month'],
    ['2024-01-00T00:00:00Z', 'day'],
    ['2024-01-32T00:00:00Z', 'day'],
    ['2024-01-01T24:00:00Z', 'hour'],
    ['2024-01-01T00:60:00Z', 'minute'],
    ['2024-01-01T00:00:60Z', 'second'],
  ])('%s: the %s is out of range', (text, unit) => {
    expect(errorOf(() => canonicalTime(text))).toBe(`parsing time "${text}": ${unit} out of range`)
  })

  test('has a zone, and ends with it', () => {
    const text = '2024-01-01T00:00:00'
    expect(errorOf(() => canonicalTime(text))).toBe(
      `parsing time "${text}" as ${LAYOUT}: cannot parse "" as "Z07:00"`,
    )
    expect(errorOf(() => canonicalTime(`${text}Zx`))).toBe(`parsing time "${text}Zx": extra text: "x"`)
    expect(errorOf(() => canonicalTime(`${text}+99:00`))).toBe(
      `parsing time "${text}+99:00": day out of range`,
    )
  })

  test.each([
    ['24-01-01T00:00:00Z', '24-01-01T00:00:00Z', '2006'],
    ['2024/01-01T00:00:00Z', '/01-01T00:00:00Z', '-'],
    ['2024-1-01T00:00:00Z', '1-01T00:00:00Z', '01'],
    ['2024-01-1T00:00:00Z', '1T00:00:00Z', '02'],
    ['2024-01-01 00:00:00Z', ' 00:00:00Z', 'T'],
    ['2024-01-01T0:00:00Z', '0:00:00Z', '15'],
    ['2024-01-01T00:0:00Z', '0:00Z', '04'],
    ['2024-01-01T00:00:0Z', '0Z', '05'],
  ])('%s cannot be parsed from %j on', (text, rest, part) => {
    expect(errorOf(() => canonicalTime(text))).toBe(
      `parsing time "${text}" as ${LAYOUT}: cannot parse "${rest}" as "${part}"`,
    )
  })
})

describe('a time with microseconds', () => {
  test.each([
    ['2024-01-01T00:00:00.123456Z', '2024-01-01T00:00:00.123456Z'],
    ['2024-01-01T00:00:00.000001+02:00', '2023-12-31T22:00:00.000001Z'],
  ])('%s is %s', (text, expected) => {
    expect(canonicalMicroTime(text)).toBe(expected)
  })

  test('has six digits, and ends with its zone', () => {
    const text = '2024-01-01T00:00:00'
    expect(errorOf(() => canonicalMicroTime(`${text}.12345Z`))).toBe(
      `parsing time "${text}.12345Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse ".12345Z" as ".000000"`,
    )
    expect(errorOf(() => canonicalMicroTime(`${text}.123456Zx`))).toBe(
      `parsing time "${text}.123456Zx": extra text: "x"`,
    )
  })
})
