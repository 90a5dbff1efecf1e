import { array, constantFrom, oneof, sample, string } from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldName, similarKey } from '../../src/domain/identity'
import { PatientsDocument } from '../../schema/generated/documents/patient-list'
import { isFull } from '../depth'
import { startServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld } from './world'

/** Letters that Unicode 16 takes apart, which PostgreSQL 15 does not know: of Todhri, Tulu-Tigalari, Gurung Khema, Kirat Rai. */
const newer = new Set([
  ...[0x105c9, 0x105e4, 0x11383, 0x11385, 0x1138e, 0x11391, 0x113c5, 0x113c7, 0x113c8],
  ...[0x16121, 0x16122, 0x16123, 0x16124, 0x16125, 0x16126, 0x16127, 0x16128],
  ...[0x16d68, 0x16d69, 0x16d6a],
])
/** Letters that change in no folding, by the hundred thousand; without TEST_DEPTH=full every 97th. */
const isAlike = /[\p{Script=Han}\p{Script=Hangul}\p{Co}\p{Cn}]/u

const letters: readonly string[] = Array.from({ length: 0x11_0000 }, (_none, code) => code)
  // Half of a pair and the end of a text stand in no database.
  .filter((code) => code !== 0 && (code < 0xd800 || code > 0xdfff) && !newer.has(code))
  .map((code) => String.fromCodePoint(code))
  .filter((letter, at) => isFull || at % 97 === 0 || !isAlike.test(letter))

onBothEngines(buildWorld, (opened) => {
  const folded = async (texts: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await opened.database.asSystem((trx) =>
      sql<{ readonly folded: string }>`
        select fold_text(t) as folded from unnest(${[...texts]}::text[]) with ordinality as a(t, n) order by n`.execute(
        trx,
      ),
    )
    return rows.map((row) => row.folded)
  }

  test('T6 the database folds every letter of Unicode as the portal does', async () => {
    const differing: string[] = []
    for (let at = 0; at < letters.length; at += 20_000) {
      const part = letters.slice(at, at + 20_000)
      const found = await folded(part)
      part.forEach((letter, place) => {
        if (found[place] !== foldName(letter))
          differing.push(`${letter.codePointAt(0)?.toString(16)} ${found[place]}`)
      })
    }
    expect(differing).toEqual([])
  })

  test('T6 and names, composed and taken apart, in any mixture of scripts', async () => {
    const letter = oneof(
      constantFrom(...'ŁłØøßẞÆæŒœÞþÐðĐđİIıiĞğŞşÅåÉéǼǽΣσς ΐΰЙйЁё-’ʼ'),
      constantFrom(...'अनिलதமிழ்ਗੁਰਪ੍ਰੀਤשָׁלוֹםمُحَمَّدأآؤئىیکةیوسفかガ가강nǅ\u200d\u0301\u0327'),
      string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const names = sample(
      array(letter, { maxLength: 12 }).map((all) => all.join('').replaceAll('\0', '')),
      { numRuns: 2_000, seed: 31 },
    )
    for (const form of ['NFC', 'NFD'] as const) {
      const written = names.map((name) => name.normalize(form))
      expect(await folded(written)).toEqual(written.map(foldName))
      expect(written.map(foldName)).toEqual(names.map(foldName))
    }
  })

  const registered = [
    ['अनिल', 'शर्मा'],
    ['தமிழ்', 'செல்வன்'],
    ['ਗੁਰਪ੍ਰੀਤ', 'ਸਿੰਘ'],
    ['שָׁלוֹם', 'כֹּהֵן'],
    ['مُحَمَّد', 'يوسف'],
    ['ΓΙΩΡΓΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['Łukasz', 'Wójcik'],
    ['Søren', 'Ørsted'],
    ['Günter', 'Strauß'],
    ['Æthel', 'Dałek'],
    ['Işık', 'Đurić'],
    ['Siân', 'O’Neill-Þór'],
  ] as const
  const typedNames = [
    ...registered.map(([first, last], at) => [`${first} ${last}`, at] as const),
    ['Lukasz Wojcik', 6],
    ['LUKASZ', 6],
    ['Soren Orsted', 7],
    ['STRAUSS', 8],
    ['Aethel Dalek', 9],
    ['ISIK duric', 10],
    ['ΓΙΏΡΓΟΣ', 5],
    ['γιωργος', 5],
    ['محمد یوسف', 4],
    ['שלום', 3],
    ["Sian O'Neill Thor", 11],
  ] as const

  test('T6 the key of similar names is the same in both, and for both ways of typing', async () => {
    const { rows } = await opened.database.asSystem((trx) =>
      sql<{ readonly key: string }>`
        select similar_key_of(f, l) as key from unnest(${registered.map(([first]) => first)}::text[],
          ${registered.map(([, last]) => last)}::text[]) with ordinality as a(f, l, n) order by n`.execute(
        trx,
      ),
    )
    expect(rows.map(({ key }) => key)).toEqual(
      registered.map(([first, last]) => similarKey(first, last)),
    )
    expect(similarKey('Łukasz', 'Wójcik')).toBe(similarKey('LUKASZ', 'Wojcik'))
  })

  test('F3 patients are found by the name they are registered by, and as people type it', async () => {
    await opened.database.asSystem(async (trx) => {
      for (const [at, [first, last]] of registered.entries())
        await addPatient(trx, { id: `folded-${at}`, of: 'w', first, last })
    })
    const server = await startServer(opened.database)
    const found = async (nameOrNhsNumber: string): Promise<readonly string[]> => {
      const answer = await server.ask(PatientsDocument.text, {
        as: 'admin',
        variables: { filter: 'all', nameOrNhsNumber, take: 50, skip: 0 },
      })
      expect(answer.errors).toEqual([])
      const page = answer.data?.['patients'] as {
        readonly patients: readonly { readonly id: string }[]
      }
      return page.patients.map(({ id }) => id)
    }
    for (const [name, at] of typedNames)
      expect([name, await found(name)]).toEqual([name, [`folded-${at}`]])
  })
})
