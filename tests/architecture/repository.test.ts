import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const text = (path: string): string => readFileSync(path, 'utf8')
const about = z
  .object({ license: z.string(), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(text('package.json')))

test('package.json names the licence of LICENSE, and the Node.js of .nvmrc', () => {
  expect(about.license).toBe('Apache-2.0')
  expect(text('LICENSE')).toMatch(/Apache License\s+Version 2\.0, January 2004/)
  expect(text('LICENSE')).toContain('The Lamplight authors')
  expect(about.engines.node).toBe(`>=${text('.nvmrc').trim()}`)
})

test('editors are told the width and the indent that Prettier lays out', () => {
  const { printWidth } = z
    .object({ printWidth: z.int() })
    .parse(JSON.parse(text('.prettierrc.json')))
  expect(text('.editorconfig')).toContain(`max_line_length = ${printWidth}\n`)
  // Prettier's own default.
  expect(text('.editorconfig')).toContain('indent_size = 2\n')
})

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

test('each link of a document leads to something in the repository', () => {
  const links = documents.flatMap((path) =>
    [...text(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, to = '']) => `${path}: ${to}`,
    ),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(
    links.filter((link) => {
      const [path = '', to = ''] = link.split(': ')
      return !existsSync(join(dirname(path), to))
    }),
  ).toEqual([])
})

test('the README is short', () => {
  expect(text('README.md').split('\n').length).toBeLessThan(70)
})

test('a test that replaces a module has a process of its own: others before it hold the real one', () => {
  const [, alone = ''] = /const alone = \[([^\]]*)\]/.exec(text('vitest.config.ts')) ?? []
  const [, served = ''] = /const servedAlone = \[([^\]]*)\]/.exec(text('vitest.config.ts')) ?? []
  const shared = /^tests\/(app|features|ui|domain|server|access)\//
  const replacing = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .map((name) => join('tests', name))
    .filter((path) => /\.test\.tsx?$/.test(path) && shared.test(path))
    .filter((path) => /^vi\.mock\(/m.test(text(path)))
  expect(replacing.length).toBeGreaterThan(2)
  expect(replacing.filter((path) => !`${alone}${served}`.includes(`'${path}'`))).toEqual([])
})
