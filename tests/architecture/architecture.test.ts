import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refusalsOf } from './check'
import { readGraph } from './graph'
import { entityWordsIn, entityWordsUnder } from './entity-words'
import { sentencesIn, sentencesUnder } from './sentences'

const root = resolve(import.meta.dirname, '../..')
const planted = join(import.meta.dirname, 'planted')

describe('the house', () => {
  const files = readGraph(root)

  test('is read: every floor has files', () => {
    for (const floor of [
      'src/domain/',
      'src/platform/',
      'src/data/',
      'src/engine/',
      'src/texts/',
      'src/ui/',
      'src/features/',
      'src/app/',
      'server/',
    ]) {
      expect([floor, files.some(({ path }) => path.startsWith(floor))]).toEqual([floor, true])
    }
  })

  test('keeps its rules: imports point down, no rings, packages at home, pure rules', () => {
    expect(
      refusalsOf(files).map(({ path, reason, detail }) => `${path}: ${reason}: ${detail}`),
    ).toEqual([])
  })
})

/**
 * A planted file says in its first line why it must be refused: `// refused: reason, reason`, or
 * `// allowed`.
 */
const expectedReasons = (path: string): readonly string[] => {
  const [first = ''] = readFileSync(join(planted, path), 'utf8').split('\n')
  const found = /^\/\/ (?:refused: (?<reasons>.+)|allowed)$/.exec(first)
  if (found === null) throw new Error(`${path} does not say whether it is refused`)
  return (found.groups?.reasons ?? '').split(', ').filter((reason) => reason !== '')
}

describe('the machine that says no', () => {
  const files = readGraph(planted)
  const refusals = refusalsOf(files)

  test('refuses each planted file for its reason, and for no other', () => {
    for (const { path } of files) {
      const reasons = [
        ...new Set(refusals.filter((refusal) => refusal.path === path).map(({ reason }) => reason)),
      ].toSorted()
      expect([path, reasons]).toEqual([path, expectedReasons(path).toSorted()])
    }
  })

  test('knows every reason: each is planted at least once', () => {
    const all = [
      'alias',
      'cycle',
      'empty-name',
      'floor',
      'impure',
      'no-floor',
      'package',
      'parse-error',
      'unresolved',
    ]
    expect([...new Set(refusals.map(({ reason }) => reason))].toSorted()).toEqual(all)
  })
})

describe('what a person reads', () => {
  test('is written in src/texts: data and platform answer with codes', () => {
    const allowed = [
      // The name under which the identity provider keeps a second factor.
      'src/platform/auth/totp-enrolment.ts: Authenticator app',
      // A header of HTTP.
      'src/engine/connection/poke-stream.ts: Bearer ${credential}',
      'src/platform/graphql/sender.ts: Bearer ${token}',
    ]
    const found = ['src/data', 'src/engine', 'src/platform'].flatMap((folder) =>
      sentencesUnder(root, folder),
    )
    expect(found.filter((one) => !allowed.includes(one))).toEqual([])
  })

  test('is found in any layout, and what programmers read is not', () => {
    expect(
      sentencesIn(
        [
          "// 'Not this one'",
          "/** 'Nor this' */",
          "throw new Error('No canvas')",
          'throw new Error(\n  `No resource is called ${name}`,\n)',
          "problem('network', 'The network failed')",
          'const long =\n  "The patient is not who you saw: look again"',
          'say(`It was ${name} who did it`)',
          "const kind = 'not a sentence'",
        ].join('\n'),
      ),
    ).toEqual([
      'The network failed',
      'The patient is not who you saw: look again',
      'It was ${name} who did it',
    ])
  })
})

describe('an entity', () => {
  test.each(['src/engine', 'server/engine'])('has no name in %s', (engine) => {
    expect(entityWordsUnder(root, engine)).toEqual([])
  })

  test('is found as an identifier, a text and a word of a comment; the engine’s own words are not', () => {
    expect(
      entityWordsIn(
        [
          'const patientId = 1',
          "cache.rows('virtualWardPatient')",
          '// Windows of waveforms go first.',
          'type CheckupRow = unknown',
          'const noteAfterMs = 1',
          'const rewarded = forwards(subjectId, roster)',
        ].join('\n'),
      ),
    ).toEqual(['patient', 'virtualWard', 'Patient', 'waveform', 'Checkup'])
  })
})
