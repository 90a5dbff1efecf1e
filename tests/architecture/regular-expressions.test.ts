import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { beforeAll, expect, test } from 'vitest'

/** Where a text of a stranger is read, at the server and in what it shares with the portal. */
const roots = ['server', 'src/domain', 'src/platform']

const expressionsIn = (path: string, source: string) => {
  const found: { readonly path: string; readonly pattern: string; readonly flags: string }[] = []
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ path, ...node.regex })
    },
  }).visit(parseSync(path, source).program)
  return found
}
const all = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const path = join(root, name)
      return expressionsIn(path, readFileSync(path, 'utf8'))
    }),
)

/** Whether something in it may repeat without an end: only then it can take long. */
const isUnbounded = ({ pattern }: { readonly pattern: string }): boolean =>
  /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, 'x'))

let check: (pattern: string, flags: string) => { readonly status: string }
beforeAll(async () => {
  // Of recheck's engines the one in JavaScript: the same on every machine.
  process.env['RECHECK_BACKEND'] = 'pure'
  const { checkSync } = await import('recheck')
  // Its own limits in milliseconds find a slow machine; those in steps find a slow expression.
  const noClock = { timeout: null, attackTimeout: null, incubationTimeout: null }
  check = (pattern, flags) => checkSync(pattern, flags.replace('v', 'u'), noClock)
})

test('every regular expression over what a stranger may send takes linear time', () => {
  expect(all.length).toBeGreaterThan(150)
  const asked = new Map<string, string>()
  const slow = all.filter(isUnbounded).filter(({ pattern, flags }) => {
    const key = `/${pattern}/${flags}`
    const known = asked.get(key) ?? check(pattern, flags).status
    asked.set(key, known)
    return known !== 'safe'
  })
  expect(slow).toEqual([])
  // A minute on a busy machine.
}, 600_000)

test('one that takes longer is found, also where what repeats is a word', () => {
  const planted = String.raw`text.replace(/ Did you mean .*\?$/s, '').search(/\/+$/u)`
  expect(
    expressionsIn('planted.ts', planted)
      .filter(isUnbounded)
      .map(({ pattern, flags }) => check(pattern, flags).status),
  ).toEqual(['vulnerable', 'vulnerable'])
})
