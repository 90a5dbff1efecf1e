import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from '../../src/app/rooms'
import { calls } from '../../src/data/registry'
import type { Offline } from '../../src/ui/room'

interface Screen {
  readonly name: string
  readonly offline: Offline
  readonly load: () => Promise<unknown>
}
const pages: readonly Screen[] = rooms.flatMap(({ routes }) =>
  routes.map(({ access, offline, load }) => ({ name: access.path, offline, load })),
)
const tabs: readonly Screen[] = rooms.flatMap(({ patientTabs = [], settingsTabs = [] }) =>
  [...patientTabs, ...settingsTabs].map(({ id, offline, load }) => ({ name: id, offline, load })),
)

/** The rows of the table under a heading of docs/offline.md. */
const tableOf = (heading: string): readonly string[] => {
  const text = readFileSync('docs/offline.md', 'utf8')
  const [, after = ''] = text.split(`## ${heading}\n`)
  const [part = ''] = after.split('\n## ')
  return part.split('\n').flatMap((line) => {
    const [, name = '', offline = ''] = line.split('|').map((cell) => cell.trim())
    return /^(?:kept|answer|nothing)$/.test(offline)
      ? [`${name.replaceAll('`', '')}: ${offline}`]
      : []
  })
}
const toldOf = (screens: readonly Screen[]): readonly string[] =>
  screens.map(({ name, offline }) => `${name}: ${offline}`)

test('the table of screens in docs/offline.md is that of all routes and tabs', () => {
  expect(tableOf('Pages').toSorted()).toEqual(toldOf(pages).toSorted())
  expect(tableOf('Tabs of the record and of the settings').toSorted()).toEqual(
    toldOf(tabs).toSorted(),
  )
})

const fileOf = (from: string, name: string): string | undefined =>
  ['.tsx', '.ts', '/index.ts', '/index.tsx']
    .map((end) => `${normalize(join(dirname(from), name))}${end}`)
    .find((file) => existsSync(file))

/** A screen's source with all that it draws of its own room. */
const sourceOf = (file: string, seen = new Set<string>()): string => {
  if (seen.has(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(
    ([, name = '']) => fileOf(file, name) ?? [],
  )
  return [
    text,
    ...imported.filter((one) => one.startsWith('src/features/')).map((one) => sourceOf(one, seen)),
  ].join('\n')
}
const screenFile = ({ load }: Screen): string => {
  const [, path = ''] = /["'](\/src\/features\/[^"']+)["']/.exec(String(load)) ?? []
  return path.slice(1)
}
const keeping = calls.filter(({ keeps }) => keeps === true).map(({ name }) => name)

/** What a source reads that may be declared so. */
const mayBe = (source: string): readonly Offline[] => {
  const isResource = /\buseResource\(/.test(source)
  const isKeptAnswer = keeping.some((name) => new RegExp(`useAnswer\\(\\s*${name}\\b`).test(source))
  const isAnswer = /\buseAnswer\(/.test(source)
  if (isResource) return ['kept']
  if (isKeptAnswer) return ['kept', 'answer']
  return isAnswer ? ['answer'] : ['kept', 'nothing']
}

test('what a screen declares is what it reads: kept rows and kept answers, or answers alone', () => {
  for (const screen of [...pages, ...tabs]) {
    const file = screenFile(screen)
    expect([screen.name, existsSync(file)]).toEqual([screen.name, true])
    const may = mayBe(sourceOf(file))
    expect([screen.name, may.includes(screen.offline) ? screen.offline : may]).toEqual([
      screen.name,
      screen.offline,
    ])
  }
  expect(keeping.length).toBeGreaterThan(0)
})

test('a declaration that is not true is found', () => {
  expect(mayBe('const { rows } = useResource(patientNotes, {})')).toEqual(['kept'])
  expect(mayBe('const found = useAnswer(users, {})')).toEqual(['answer'])
  expect(mayBe('const found = useAnswer(tasks, {})')).toContain('kept')
})
