import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './mutants'
import { planted, timesFound } from './planting'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Only those that are proved are played by `npm test`: one of the others could miss its source for
 * weeks.
 */
test.each(mutants.flatMap(({ name, edits = [] }) => edits.map((edit) => [name, edit] as const)))(
  '%s fits its source, once',
  (_name, edit) => {
    const code = readFileSync(`${root}${edit.file}`, 'utf8')
    expect(timesFound(code, edit)).toBe(1)
    expect(planted(code, edit)).not.toBe(code)
  },
)
