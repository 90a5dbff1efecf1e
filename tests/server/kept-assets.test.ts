import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepAssets, keepAssetsMs } from '../../server/http/kept-assets'
import { staticFiles } from '../../server/http/static-files'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lamplight-assets-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const start = Date.parse('2026-03-01T08:00:00Z')
const day = 86_400_000
const build = (name: string, files: Readonly<Record<string, string>>): string => {
  const directory = join(home, name)
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(join(directory, 'index.html'), name)
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(directory, 'assets', file), content)
  return directory
}
const archive = (): string => join(home, 'archive')
const keep = (directory: string, now: number) =>
  keepAssets(directory, archive(), { now: () => now })

describe('the files of former builds', () => {
  test('a page of the version before still gets its lazy chunk, unchangeable, and the new page its own', async () => {
    const old = build('old', { 'Patient-aaaaaaaa.js': 'old chunk', 'index-bbbbbbbb.css': 'a{}' })
    const now = build('new', { 'Patient-cccccccc.js': 'new chunk', 'index-bbbbbbbb.css': 'a{}' })
    await keep(old, start)
    await keep(now, start + day)
    const app = await staticFiles(now, archive())
    const answer = await app.request('/assets/Patient-aaaaaaaa.js')
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('cache-control'),
      answer.headers.get('content-type'),
    ]).toEqual([
      200,
      'old chunk',
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
    expect(await (await app.request('/assets/Patient-cccccccc.js')).text()).toBe('new chunk')
    expect(await (await app.request('/')).text()).toBe('new')
    expect((await app.request('/assets/Patient-dddddddd.js')).status).toBe(404)
    expect((await (await staticFiles(now)).request('/assets/Patient-aaaaaaaa.js')).status).toBe(404)
  })

  test('they go 30 days after a server last started with them, and never what the running build has', async () => {
    const old = build('old', { 'Patient-aaaaaaaa.js': 'old chunk', 'Both-bbbbbbbb.js': 'both' })
    const now = build('new', { 'Both-bbbbbbbb.js': 'both' })
    await keep(old, start)
    await keep(now, start + keepAssetsMs)
    expect(existsSync(join(archive(), 'Patient-aaaaaaaa.js'))).toBe(true)
    await keep(now, start + keepAssetsMs + 1)
    expect(readdirSync(archive())).toEqual(['Both-bbbbbbbb.js'])
  })

  test('names without a hash and source maps are not kept, and a missing build forgets nothing', async () => {
    await keep(
      build('old', {
        'Patient-aaaaaaaa.js': 'x',
        'Patient-aaaaaaaa.js.map': '{}',
        'plain.js': 'x',
      }),
      start,
    )
    await keep(join(home, 'none'), start + day)
    expect(readdirSync(archive())).toEqual(['Patient-aaaaaaaa.js'])
  })
})
