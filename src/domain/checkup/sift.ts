import type { z } from 'zod'
import { SentTwice } from '../text/json'
import { findUnstorable } from '../text/storable'
import type { CheckReason, NotUsable, NotUsableReason } from './not-usable'

/** So many fields are kept at most, and so many characters of each. */
const most = { fields: 40, name: 100, sent: 200 }

/**
 * Below these a value is left out, but may be true of a patient who is dying: breaths/min, beats/min,
 * mmHg, %.
 */
const alarming: Readonly<
  Record<string, readonly (readonly [key: string, below: number, reason: CheckReason])[]>
> = {
  respiratoryRate: [['value', 1, 'respiratoryRate']],
  pulseRate: [['value', 10, 'pulse']],
  heartRate: [['value', 10, 'pulse']],
  bloodPressureData: [['systolic', 40, 'systolic']],
  pulseOxiData: [
    ['averageSpO2', 20, 'spO2'],
    ['averageHr', 10, 'pulse'],
  ],
  spo2: [['value', 20, 'spO2']],
}

/** What of a field is its value, in the order in which it is written. */
const valueKeys: Readonly<Record<string, readonly string[]>> = {
  bloodPressureData: ['systolic', 'diastolic'],
  pulseOxiData: ['averageSpO2'],
  glucose: ['reading'],
}

type Members = Readonly<Record<string, unknown>>
/** Whether a value is an object with members of its own. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof SentTwice)

/** A text that every store keeps. */
const storable = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .replaceAll('\0', '\u{fffd}')
    .replace(/\p{Surrogate}/gu, '\u{fffd}')

/** What stands deeper in a field is not written. */
const deepest = 6

/** The same without what stands too deep: a body may be nested as deep as it is long. */
const shallow = (sent: unknown, depth: number): unknown => {
  if (typeof sent !== 'object' || sent === null) return sent
  if (depth >= deepest) return '…'
  if (sent instanceof SentTwice) return shallow(sent.values, depth)
  return Array.isArray(sent)
    ? sent.map((one) => shallow(one, depth + 1))
    : Object.fromEntries(
        Object.entries(sent).map(([key, one]: [string, unknown]) => [key, shallow(one, depth + 1)]),
      )
}

/** @param isWhole every member is written, not the value alone */
const textOf = (field: string, sent: unknown, isWhole: boolean, depth = 0): string => {
  if (depth >= deepest && typeof sent === 'object' && sent !== null) return '…'
  if (sent instanceof SentTwice)
    return sent.values.map((value) => textOf(field, value, isWhole, depth + 1)).join(' and ')
  if (typeof sent === 'string') return sent
  if (isMembers(sent)) {
    const keys = valueKeys[field] ?? ['value']
    if (!isWhole && keys.every((key) => Object.hasOwn(sent, key)))
      return keys.map((key) => textOf('', sent[key], false, depth + 1)).join('/')
    return Object.entries(sent)
      .flatMap(([key, value]) =>
        value === null ? [] : [`${key} ${textOf('', value, true, depth + 1)}`],
      )
      .join(', ')
  }
  return JSON.stringify(shallow(sent, depth)) ?? ''
}

const numbersOf = (sent: unknown): readonly number[] => {
  if (sent instanceof SentTwice) return sent.values.flatMap(numbersOf)
  const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof value === 'number' && Number.isFinite(value) ? [value] : []
}

const alarmsOf = (field: string, sent: unknown): readonly CheckReason[] =>
  sent instanceof SentTwice
    ? [...new Set(sent.values.flatMap((value) => alarmsOf(field, value)))]
    : (Object.hasOwn(alarming, field) ? (alarming[field] ?? []) : []).flatMap(
        ([key, below, reason]) =>
          numbersOf(isMembers(sent) ? sent[key] : sent).some((value) => value < below)
            ? [reason]
            : [],
      )

/** A field that is left out. `path`: from the item on. */
export const notUsable = (
  path: readonly string[],
  sent: unknown,
  reason: NotUsableReason,
): NotUsable => {
  const [field = '', part] = path
  const within = part === undefined ? sent : { [part]: sent }
  return {
    field: storable(path.join('.'), most.name),
    sent: storable(
      textOf(part === undefined ? field : '', sent, reason === 'unknown-field'),
      most.sent,
    ),
    reason,
    checkPatient: [...alarmsOf(field, within)],
  }
}

/** The first fields, and how many more there are. */
export const boundedNotUsable = (all: readonly NotUsable[]): NotUsable[] =>
  all.length <= most.fields
    ? [...all]
    : [
        ...all.slice(0, most.fields - 1),
        {
          field: '',
          sent: String(all.length - most.fields + 1),
          reason: 'more',
          checkPatient: [...new Set(all.slice(most.fields - 1).flatMap((one) => one.checkPatient))],
        },
      ]

const reasonOf = (issue: z.core.$ZodIssue, sent: unknown): NotUsableReason => {
  const [key] = issue.path
  const at = isMembers(sent) && typeof key === 'string' ? sent[key] : sent
  if (at instanceof SentTwice) return 'twice'
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown-field'
    case 'too_small':
    case 'too_big':
      return typeof at === 'number' ? 'impossible' : 'form'
    case 'custom':
      return typeof at === 'string' ? 'form' : 'contradicts'
    default:
      return 'form'
  }
}

interface Faults {
  readonly byKey: ReadonlyMap<string, NotUsableReason>
  readonly first: NotUsableReason
}

/** What is wrong with a value; null: nothing. */
const faultsOf = (schema: z.ZodType, sent: unknown): Faults | null => {
  const parsed = schema.safeParse(sent)
  const members = isMembers(sent) ? sent : {}
  const unstorable = Object.keys(members).filter((key) => findUnstorable(members[key]) !== null)
  if (parsed.success && unstorable.length === 0)
    return findUnstorable(sent) === null ? null : { byKey: new Map(), first: 'form' }
  const issues = parsed.error?.issues ?? []
  const faults = issues.flatMap((issue): readonly (readonly [string, NotUsableReason])[] => {
    const [key] = issue.path
    if (key !== undefined) return [[String(key), reasonOf(issue, sent)]]
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => [
          name,
          members[name] instanceof SentTwice ? 'twice' : 'unknown-field',
        ])
      : []
  })
  const [issue] = issues
  return {
    byKey: new Map(
      [...unstorable.map((key) => [key, 'form'] as const), ...faults].filter(([key]) =>
        Object.hasOwn(members, key),
      ),
    ),
    first: issue === undefined ? 'form' : reasonOf(issue, sent),
  }
}

export interface Sifted {
  /** What a schema takes; undefined: nothing of it can be used. */
  readonly kept: unknown
  readonly notUsable: readonly NotUsable[]
}

/**
 * The part of a value that its schema takes: without the members that it does not take, where it
 * can do without them, else nothing. A member that we do not know spoils a figure: it may be its unit.
 */
export const siftValue = (schema: z.ZodType, sent: unknown, path: readonly string[]): Sifted => {
  const left = new Map<string, NotUsableReason>()
  let kept = sent
  for (;;) {
    const faults = faultsOf(schema, kept)
    const members: Members = isMembers(sent) ? sent : {}
    if (faults === null)
      return {
        kept,
        notUsable: [...left].flatMap(([key, reason]) =>
          members[key] === null ? [] : [notUsable([...path, key], members[key], reason)],
        ),
      }
    const spoils =
      [...faults.byKey.values()].includes('unknown-field') &&
      Object.values(members).some((value) => typeof value === 'number')
    if (spoils) return { kept: undefined, notUsable: [notUsable(path, sent, 'unknown-field')] }
    if (faults.byKey.size === 0 || !isMembers(kept)) {
      const [reason] = left.values()
      return {
        kept: undefined,
        notUsable: [notUsable(path, sent, reason ?? faults.first)],
      }
    }
    for (const [key, reason] of faults.byKey) left.set(key, reason)
    kept = Object.fromEntries(Object.entries(kept).filter(([key]) => !left.has(key)))
  }
}

/** The most items of a list that are used. */
export const mostItems = 100

/** The items of a list that their schema takes, of the first `longest`. */
export const siftList = (
  item: z.ZodType,
  sent: unknown,
  path: readonly string[],
  longest: number,
): Sifted => {
  if (!Array.isArray(sent))
    return {
      kept: undefined,
      notUsable: [notUsable(path, sent, sent instanceof SentTwice ? 'twice' : 'form')],
    }
  const items = sent
    .slice(0, longest)
    .map((one: unknown, nth) => siftValue(item, one, [...path, String(nth)]))
  return {
    kept: items.flatMap(({ kept }) => (kept === undefined ? [] : [kept])),
    notUsable: [
      ...items.flatMap((one) => one.notUsable),
      ...(sent.length > longest
        ? [notUsable(path, `${sent.length - longest} of ${sent.length}`, 'cut')]
        : []),
    ],
  }
}

/** How an item's fields are sifted: each its schema, and of lists that of one item. */
export interface Sieve {
  readonly fields: Readonly<Record<string, z.ZodType>>
  readonly lists: Readonly<Record<string, z.ZodType>>
  /** Who and when: kept as they are, since without them nothing can be stored. */
  readonly needed: readonly string[]
}

/** What can be used of an item's fields. A field that is null was not sent. */
export const siftFields = (
  { fields, lists, needed }: Sieve,
  sent: Members,
): { readonly kept: Record<string, unknown>; readonly notUsable: readonly NotUsable[] } => {
  const kept: [string, unknown][] = []
  const left: NotUsable[] = []
  const known = [...needed, ...Object.keys(fields), ...Object.keys(lists)]
  for (const name of known) {
    const value = Object.hasOwn(sent, name) ? sent[name] : null
    if (value === null || value === undefined) continue
    const [field, list] = [fields[name], lists[name]]
    const sifted =
      list !== undefined
        ? siftList(list, value, [name], mostItems)
        : field === undefined
          ? { kept: value, notUsable: [] }
          : siftValue(field, value, [name])
    if (sifted.kept !== undefined) kept.push([name, sifted.kept])
    left.push(...sifted.notUsable)
  }
  for (const [name, value] of Object.entries(sent))
    if (!known.includes(name) && value !== null && value !== undefined)
      left.push(notUsable([name], value, value instanceof SentTwice ? 'twice' : 'unknown-field'))
  return { kept: Object.fromEntries(kept), notUsable: left }
}
