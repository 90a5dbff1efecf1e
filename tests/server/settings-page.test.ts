import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { environment } from '../../server/config'

const [page = ''] = readFileSync('docs/run-it/settings.md', 'utf8').split('\n## ')
const rows = [...page.matchAll(/^\| `(\w+)` \| (?:`(.+?)`|none) \| \S/gm)]

test('docs/run-it/settings.md has every variable that the server reads, and its default', () => {
  const { properties = {} } = z.toJSONSchema(environment, { io: 'input' })
  const defaults = Object.entries(properties).map(([name, one]) => [
    name,
    typeof one === 'object' && one.default !== undefined ? String(one.default) : 'none',
  ])
  expect(Object.fromEntries(rows.map(([, name, value = 'none']) => [name, value]))).toStrictEqual(
    Object.fromEntries(defaults),
  )
})
