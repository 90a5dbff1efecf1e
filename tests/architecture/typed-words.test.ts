import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/**
 * Forms about the person who fills them in: the browser may remember an e-mail address for the next
 * time.
 */
const own = [/^features\/(sign-in|account|terms|internal)\//, /^gallery\//]
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !own.some((room) => room.test(path)),
)

/** A tag's own text, to the end of its attributes. */
const tags = (text: string, start: RegExp): readonly string[] =>
  [...text.matchAll(start)].map(({ index }) => {
    let depth = 0
    let at = index
    for (; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1
      if (text[at] === '}') depth -= 1
      if (text[at] === '>' && depth === 0) break
    }
    return text.slice(index, at)
  })

/*
 * Chromium writes what stands in a form's fields into its session file (`Sessions/`), in the clear,
 * for a restart of the tab. Fields of a form with autocomplete off are left out;
 * tests/e2e/device.e2e.ts searches a whole profile.
 */
test('no form about a patient lets the browser keep what is typed in it', () => {
  const remembered = files.flatMap((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8')
    const asked = [
      ...tags(text, /<form\b/g),
      ...tags(text, /<(?:input|TextInput|Textarea|textarea)\b/g).filter(
        (tag) =>
          tag.includes('type="search"') ||
          (/<(?:Textarea|textarea)/.test(tag) && !text.includes('<form')),
      ),
    ]
    return asked
      .filter((tag) => !tag.includes('autoComplete="off"'))
      .map((tag) => `${path}: ${tag.slice(0, 60)}`)
  })
  expect(remembered).toEqual([])
})

test('there are such forms', () => {
  expect(
    files.filter((path) => readFileSync(join(root, 'src', path), 'utf8').includes('<form')).length,
  ).toBeGreaterThanOrEqual(5)
})
