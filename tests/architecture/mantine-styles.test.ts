import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }))
/** Pieces that are an Input within. */
const drawnAs: Readonly<Record<string, string>> = {
  TextInput: 'Input',
  Textarea: 'Input',
  NativeSelect: 'Input',
}
const named = /import \{([^}]*)\} from '@mantine\/core'/g

test('a piece of Mantine that is used has its style sheet, or classes of ours: without either its words run together', () => {
  const sheets = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, sheet = '']) => sheet),
    ),
  )
  const used = sources.flatMap(({ name, text }) =>
    [...text.matchAll(named)].flatMap(([, names = '']) =>
      names.split(',').map((one) => ({ name, text, piece: one.trim() })),
    ),
  )
  expect(used.length).toBeGreaterThan(80)
  const bare = used.filter(({ text, piece }) => {
    const sheet = drawnAs[piece] ?? piece
    if (!existsSync(`node_modules/@mantine/core/styles/${sheet}.css`) || sheets.has(sheet))
      return false
    return [...text.matchAll(new RegExp(`<${piece}[\\s>]`, 'g'))].some(
      ({ index }) => !/^[^>]*classNames=/.test(text.slice(index)),
    )
  })
  expect(bare.map(({ name, piece }) => `${piece} in ${name}`)).toEqual([])
})
