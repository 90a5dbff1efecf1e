import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { readCaseHeader } from '../../bench/case-header'
import { endMarked } from '../../bench/leftovers'
import type { BarResult } from '../../bench/report'
import { hasPostgres } from '../server/postgres'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'bench')
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    const header = readCaseHeader(source)
    return header === null ? [] : [{ name, source, ...header }]
  })
const asksPostgres = /onPostgres|--engine postgres/
const needsBrowser = /served-page|chromium-page|@playwright|browser-kills|'dist'/

describe('a case of the bench', () => {
  const home = mkdtempSync(join(tmpdir(), 'bench-test-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  test('that needs neither a browser nor a build says how it is played in its smallest form', () => {
    expect(
      cases.filter(({ source, smallest }) => (smallest === null) !== needsBrowser.test(source)),
    ).toEqual([])
  })

  describe('in its smallest form', () => {
    test.each(
      cases.flatMap(({ name, source, smallest }) =>
        smallest === null || (!hasPostgres && asksPostgres.test(source))
          ? []
          : [{ name, smallest }],
      ),
    )('$name ends well, with a figure for each of its bars', async ({ name, smallest }) => {
      const part = join(home, `${name}.json`)
      const child = spawn(process.execPath, ['--import', 'tsx', join(folder, name), ...smallest], {
        cwd: root,
        env: { ...process.env, BENCH_PART: part },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          said += text.toString()
        })
      const code = await new Promise((resolve) => child.on('exit', resolve))
      expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
      if (!readFileSync(join(folder, name), 'utf8').includes('declareBars(')) return
      const { bars } = JSON.parse(readFileSync(part, 'utf8')) as { bars: readonly BarResult[] }
      expect(bars.length).toBeGreaterThan(0)
      expect(bars.filter(({ value }) => value === null)).toEqual([])
    })
  })

  test('that needs a browser finds all that it imports', async () => {
    const names = cases.flatMap(({ name, smallest }) => (smallest === null ? [name] : []))
    const lost: string[] = []
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: true,
        write: false,
        rolldownOptions: {
          input: names.map((name) => join(folder, name)),
          onLog: (level, { message }) => {
            if (level === 'warn') lost.push(message)
          },
        },
      },
    })
    expect(lost).toEqual([])
    expect(
      [built]
        .flat()
        .flatMap((part) => ('output' in part ? part.output : []))
        .flatMap((part) => (part.type === 'chunk' && part.isEntry ? [`${part.name}.ts`] : []))
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  test('leaves no process running: what it started in a group of its own ends with it', async () => {
    const mark = join(home, 'left')
    const child = spawn(
      process.execPath,
      [
        '-e',
        `const { spawn } = require('node:child_process')
         const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
         console.log(left.pid)
         setInterval(() => {}, 1000)`,
      ],
      {
        env: { ...process.env, BENCH_PART: mark },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    )
    const left = await new Promise<number>((resolve) => {
      child.stdout.once('data', (text: Buffer) => resolve(Number(text)))
    })
    const isThere = () => {
      try {
        return process.kill(left, 0)
      } catch {
        return false
      }
    }
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
    expect(isThere()).toBe(true)
    expect(endMarked('BENCH_PART', mark)).toBe(1)
    await expect.poll(isThere).toBe(false)
    expect(endMarked('BENCH_PART', mark)).toBe(0)
  })
})
