import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const log = readFileSync('docs/safety/hazards.md', 'utf8')
const hazards = log
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    id: /^H\d+/.exec(text)?.[0] ?? text.slice(0, 20),
    text,
    tests: [...text.matchAll(/^- Test: `([^`]+)` '(.+)'$/gm)].map(([, file, title]) => ({
      file: file ?? '',
      title: title ?? '',
    })),
  }))

test('the hazard log numbers its hazards, the sixteen of the review first, each with cause, effect, severity, likelihood and control', () => {
  expect(hazards.map(({ id }) => id)).toEqual(
    Array.from({ length: Math.max(16, hazards.length) }, (_, at) => `H${at + 1}`),
  )
  for (const { id, text } of hazards)
    for (const line of [
      /^- Cause: \S/m,
      /^- Effect: \S/m,
      /^- Severity: (Minor|Significant|Considerable|Major|Catastrophic)\. Likelihood before: (Very low|Low|Medium|High|Very high); after: (Very low|Low|Medium|High|Very high)\.$/m,
      /^- Control: \S/m,
    ])
      expect([id, line.test(text)]).toEqual([id, true])
})

test('each test that the log names exists, and a hazard without one is told as open', () => {
  for (const { id, text, tests } of hazards) {
    for (const { file, title } of tests)
      expect([
        id,
        file,
        title,
        existsSync(file) && readFileSync(file, 'utf8').includes(title),
      ]).toEqual([id, file, title, true])
    if (tests.length === 0)
      expect([id, text]).toEqual([id, expect.stringContaining('Control: Open')])
  }
})
