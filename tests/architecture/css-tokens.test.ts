import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|tsx)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }))

test('a colour or size that a style sheet names exists: an unknown name would silently be ignored', () => {
  const made = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(?:^|[\s;{'"])(--[a-z0-9-]+)['"]?\s*:/gm)].map(([, name]) => name),
    ),
  )
  const used = files
    .filter(({ name }) => name.endsWith('.css'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, token]) => ({ name, token })),
    )
  expect(used.length).toBeGreaterThan(500)
  expect(
    used.filter(
      ({ token }) => token !== undefined && !token.startsWith('--mantine') && !made.has(token),
    ),
  ).toEqual([])
})

test('a sign that is not read aloud has the plain sign before it, for engines that do not know the other', () => {
  const signs = files.flatMap(({ name, text }) =>
    [...text.matchAll(/^(.*)\n *content: ('[^']*') \/ '';/gm)].map(([, before, sign]) => ({
      name,
      sign,
      before: before?.trim(),
    })),
  )
  expect(signs.length).toBeGreaterThan(5)
  for (const { name, sign, before } of signs) expect(before, name).toBe(`content: ${sign};`)
})
