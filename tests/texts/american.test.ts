import { describe, expect, test } from 'vitest'
import type { Edition } from '../../src/texts'

/** Every text file, as they lie there: a file that is added is read without being named here. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/texts/*.ts', {
  eager: true,
})
const nameOf = (path: string): string => /([^/]+)\.ts$/.exec(path)?.[1] ?? path
/** They put texts together, and have none of their own. */
const without = ['index', 'overlay', 'types']
const files = Object.keys(modules)
  .map(nameOf)
  .filter((name) => !without.includes(name))

/** The texts of an edition by the name of their file. */
const textsOf = (edition: Edition): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(modules).flatMap(([path, module]) => {
      const [, area] = Object.entries(module).find(([key]) => key.endsWith('Texts')) ?? []
      if (area === undefined) return []
      const said =
        typeof area === 'function' ? (area as (edition: Edition) => unknown)(edition) : area
      return [[nameOf(path), said] as const]
    }),
  )

/** What a text may be given in the place of what it names. */
const dummies: readonly unknown[] = [
  1,
  2,
  'x',
  ['x', 'y', 'z'],
  { years: 3, months: 1, days: 1_125 },
]

/**
 * What a function of the texts says with any dummy, and every word in it, also of branches that no
 * dummy reaches.
 */
const saidBy = (say: (...parts: unknown[]) => unknown): readonly string[] => {
  const said = dummies.flatMap((dummy) => {
    try {
      const words = say(dummy, dummy, dummy)
      return typeof words === 'string' ? [words] : []
    } catch {
      return [] // this dummy is none of its kind
    }
  })
  return said.length === 0 ? [] : [...said, say.toString()]
}

interface Said {
  readonly key: string
  readonly words: readonly string[]
}
const walk = (value: unknown, key: string): readonly Said[] => {
  if (typeof value === 'string') return [{ key, words: [value] }]
  if (typeof value === 'function')
    return [{ key, words: saidBy(value as (...parts: unknown[]) => unknown) }]
  if (typeof value !== 'object' || value === null) return [{ key, words: [] }]
  return Object.entries(value).flatMap(([part, below]) => walk(below, `${key}.${part}`))
}

/** Words that end like 'organise' and are spelt so in both editions. */
const notBritish = new Set([
  'advise',
  'comprise',
  'compromise',
  'concise',
  'devise',
  'disguise',
  'enterprise',
  'excise',
  'exercise',
  'expertise',
  'franchise',
  'imprecise',
  'improvise',
  'likewise',
  'merchandise',
  'otherwise',
  'praise',
  'precise',
  'premise',
  'promise',
  'revise',
  'supervise',
  'surprise',
  'televise',
])
const isSpeltWithS = (word: string): boolean => {
  const stem = /^(\w{3,}is)(?:e[drs]?|ers|ing|able|ations?|ational)$/i.exec(word)?.[1]
  return stem !== undefined && !notBritish.has(`${stem.toLowerCase()}e`)
}

/**
 * Spellings and words by which a reader in the US sees that a text was written for somebody else;
 * units of the UK edition.
 */
const british: readonly RegExp[] = [
  /\b(?:behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|rum|tum|vap|vig)our/i,
  /\b(?:calib|cent|fib|lit|(?:centi|milli|kilo)?met|theat)re/i,
  /\w+lys(?:e[dr]?|ing)\b/i,
  /aemi[ac]|anaesth|caesar|coeliac|diarrhoea|faec|foet|gynaec|haem|leukaem|manoeuv|oedem|oesoph|paed|pnoea/i,
  /\b(?:cancel|channel|counsel|dial|fuel|initial|label|level|model|signal|total|travel)l(?:ed|ing|ers?)\b/i,
  /\b(?:distil|enrol|fulfil|instil)(?:s|ment|ments)?\b|\binstalment|\bskilful/i,
  /\b(?:defence|licence|offence|pretence|practis)/i,
  /\b(?:acknowledgement|ageing|aluminium|catalogue|cheque|grey|judgement|learnt|programme|sceptic|speciality|spelt|tonne|tyre)s?\b/i,
  /\b(?:amongst|fortnight|per cent|surname|turn round|varnish|whilst)\b/i,
  /\b(?:NHS|H&C|HCN|CQC|MHRA|A&E|GPs?|111|999)\b/,
  /\b(?:carers?|casualty|chemist|district nurse|mobile (?:number|phone)|out-of-hours|post ?codes?)\b/i,
  /°C|\bkg\b|\bmmol\b/,
]
const isBritish = (words: string): boolean =>
  british.some((one) => one.test(words)) || (words.match(/\w+/g) ?? []).some(isSpeltWithS)

/** Read by the key of what it belongs to, and not by edition. */
const exceptions = [
  // What a UK organisation chose; a check-up of the US edition has its own five (C331).
  'checkup.selectedActions.called-111',
  'checkup.selectedActions.called-999',
  'checkup.selectedActions.called-gp',
  // An identifier goes by its own name wherever it is read.
  'ui.patient.identifiers.NhsNumber',
  'ui.patient.identifiers.NorthernIrelandHcn',
  'admission.schemes.NhsNumber',
  'admission.schemes.NorthernIrelandHcn',
  'lookup.schemes.NhsNumber',
  'lookup.schemes.NorthernIrelandHcn',
  // Said of an NHS number alone.
  'form.identifier.test',
  // A heading of the import template, which is one for both editions (O230).
  'bulk-upload.columns.nhsNumber',
  'bulk-upload.fields.nhsNumber',
  'bulk-upload.fields.nationalIdentifierValue',
  // Only an NHS number is traced; another identifier never opens it.
  'nhs-number.failed',
  'nhs-number.failedToast',
  'nhs-number.labels.nhsNumber',
  'nhs-number.title',
]

describe('the texts of the US edition', () => {
  const all = [...textsOf('en-US')].flatMap(([area, words]) => walk(words, area))

  test('are read here from every file that there is, each function with something that it can name', () => {
    expect([...textsOf('en-US').keys()].toSorted()).toEqual(files.toSorted())
    expect(all.filter(({ words }) => words.length === 0).map(({ key }) => key)).toEqual([])
  })

  test('have no British spelling, word or unit', () => {
    const found = all.filter(({ words }) => words.some(isBritish)).map(({ key }) => key)
    expect(found.toSorted()).toEqual(exceptions.toSorted())
  })

  test.each([
    ['Ask an administrator of your organisation.', true],
    ['Other organisations', true],
    ['Analysed in segments', true],
    ['it stands in the sync centre', true],
    ['Your NHS number', true],
    ['Call the GP', true],
    ['The visit was cancelled', true],
    ['37.0 °C', true],
    ['Recognising speech', true],
    ['Colour', true],
    ['Enrolment', true],
    ['The analysis found 2 promises, raised otherwise with exercise', false],
    ['Enrolled, canceled and controlled by another center', false],
    ['Call 911', false],
  ])('"%s" is British: %s', (words, is) => {
    expect(isBritish(words)).toBe(is)
  })
})

/** Phrases that a reader of the field does not use. */
const foreign: readonly RegExp[] = [
  /\b(?:the|a|no) line\b/i, // a connection
  /\bstands?\b/i,
  /\bby itself\b|\bby themselves\b/i, // automatically
  /\bby score\b/i,
  /\bwords\b/i, // text
  /\be-mail\b/i, // email
  /\btype (?:your|the|an?)\b/i, // enter
  /\b(?:some|any|every)body\b/i, // someone, everyone
  /\bwhoever\b|\bwhom\b/i,
  /\bmails?\b/i, // email
  /\b(?:is|are|was|were) not right\b/i, // incorrect
]
/** Where the word is meant as it is. */
const meant = [
  'ecg.calipers.help', // the lines of the calipers
  // A password is made of three words.
  'sign-in.action.lead',
  'sign-in.action.refresh',
  'sign-in.action.helpLink',
  'sign-in.action.helpHeading',
  'sign-in.action.help.0',
]

describe('plain English in both editions', () => {
  const sentences = (['en-GB', 'en-US'] as const).flatMap((edition) =>
    [...textsOf(edition)].flatMap(([area, words]) => walk(words, `${area}`)),
  )
  /** What a function says is read, not its source: names in it are not seen. */
  const shown = (words: readonly string[]): readonly string[] =>
    words.filter((one) => !one.includes('=>'))

  test('no text has a phrase that the field does not use', () => {
    const found = sentences
      .filter(({ words }) => shown(words).some((one) => foreign.some((is) => is.test(one))))
      .map(({ key }) => key)
    expect([...new Set(found)].toSorted()).toEqual(meant.toSorted())
  })

  test.each([
    ['Sent as soon as there is a line', true],
    ['Score 7 stands', true],
    ['It is sent by itself', true],
    ['Type your password', true],
    ['Somebody is on it', true],
    ['The password is not right', true],
    ['Sent when you reconnect', false],
    ['Standing systolic pressure', false],
    ['Enter your password', false],
  ])('"%s" has one: %s', (text, is) => {
    expect(foreign.some((one) => one.test(text))).toBe(is)
  })
})
