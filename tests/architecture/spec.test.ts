import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const [head, ...rows] = readFileSync('docs/spec/requirements.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
const requirements = new Set(rows.map(([id = '']) => id))
const text = readFileSync('docs/spec/decisions.md', 'utf8')
const decisions = new Set(Array.from(text.matchAll(/^\| ([KT]\d+) \|/gm), ([, id = '']) => id))

/** Texts of the sources that cite, each with its path. */
const sources = ['src', 'server', 'schema', 'tests', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|sql|graphql|md)$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)
/** Ids that are cited and are no row, each with a place. */
const unknown = (pattern: RegExp, known: ReadonlySet<string>): readonly string[] =>
  sources.flatMap((source) =>
    Array.from(source.text.matchAll(pattern), ([id]) => id)
      .filter((id) => !known.has(id))
      .map((id) => `${source.path}: ${id}`),
  )

test('docs/spec/requirements.tsv has a row of five cells for each id, and each id once', () => {
  expect(head).toEqual(['id', 'area', 'kind', 'requirement', 'source'])
  expect(requirements.size).toBe(rows.length)
  expect(
    rows.filter(
      (row) => row.length !== 5 || row.includes('') || !/^[COP]\d{3}$/.test(row[0] ?? ''),
    ),
  ).toEqual([])
})

test('each requirement that is cited is a row of docs/spec/requirements.tsv', () => {
  expect(requirements.size).toBeGreaterThan(1_000)
  expect(unknown(/\b[COP]\d{3}\b/g, requirements)).toEqual([])
})

test('each decision that is cited is a row of docs/spec/decisions.md', () => {
  expect(decisions.size).toBeGreaterThan(40)
  // Not the hour of an instant after a template's day.
  expect(unknown(/\b[KT][1-9]\d?\b(?!:\d\d)/g, decisions)).toEqual([])
})
