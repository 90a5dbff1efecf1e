import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './mutants'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Only those that are proved are played by `npm test`: one of the others could miss its source for weeks. */
test.each(mutants.flatMap(({ name, edits = [] }) => edits.map((edit) => [name, edit] as const)))('%s fits its source, once', (_name, { file, find, replace }) => {
  expect(readFileSync(`${root}${file}`, 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
