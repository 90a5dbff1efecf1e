import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namesOf } from '../../scripts/new-room/names.mjs'
import { refusalsOf } from '../architecture/check'
import { readGraph } from '../architecture/graph'

const root = resolve(import.meta.dirname, '../..')
const now = new Date('2026-03-02T12:00:00.000Z')

describe('the names of a new room', () => {
  test.each([
    ['key', 'Key', 'keys', 'key', 'Keys'],
    ['door-code', 'DoorCode', 'doorCodes', 'door_code', 'Door codes'],
    ['bed-alarm-test', 'BedAlarmTest', 'bedAlarmTests', 'bed_alarm_test', 'Bed alarm tests'],
    ['policy', 'Policy', 'policies', 'policy', 'Policies'],
    ['key-day', 'KeyDay', 'keyDays', 'key_day', 'Key days'],
    ['mail-box', 'MailBox', 'mailBoxes', 'mail_box', 'Mail boxes'],
  ])('%s', (name, pascal, camels, table, labels) => {
    expect(namesOf(name, now)).toMatchObject({ kebab: name, pascal, camels, table, labels })
  })

  test('its migration comes after all others, and later ones after earlier ones', () => {
    const numbers = readdirSync(join(root, 'server/db/migrations')).map((file) =>
      Number(/^(\d+)-/.exec(file)?.[1] ?? 0),
    )
    const numberAt = (at: Date): number => Number.parseInt(namesOf('key', at).migration, 10)
    expect(numberAt(now)).toBeGreaterThan(Math.max(...numbers))
    expect(numberAt(new Date(now.getTime() + 60_000))).toBe(numberAt(now) + 1)
  })
})

describe('a new room', () => {
  let copy = ''
  const run = (script: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [join(copy, script), ...args], { cwd: copy, encoding: 'utf8' })

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'new-room-'))
    const files = ['src', 'server', 'schema', 'scripts', 'tests', 'workers', 'package.json']
    for (const file of [...files, 'tsconfig.json', 'vitest.config.ts'])
      cpSync(join(root, file), join(copy, file), { recursive: true })
    for (const file of readdirSync(root).filter((name) => name.startsWith('.prettier')))
      cpSync(join(root, file), join(copy, file))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const made = run('scripts/new-room.mjs', 'door-code')
    if (made.status !== 0) throw new Error(made.stderr)
  }, 120_000)
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('keeps the rules of the architecture', () => {
    const files = readGraph(copy)
    expect(files.filter(({ path }) => path.includes('door-code'))).toHaveLength(9)
    expect(refusalsOf(files)).toEqual([])
  })

  test('is in the contract, whose generated files are current', () => {
    const sdl = readFileSync(join(copy, 'schema/generated/sdl.ts'), 'utf8')
    expect(sdl).toContain('doorCodes: [DoorCode!]!')
    expect(sdl).toContain('addDoorCode(')
    expect(run('scripts/codegen.mjs', '--check').status).toBe(0)
  })

  test('type-checks, from its screen to its table', () => {
    const files = [
      'src/features/door-codes/index.ts',
      'src/features/door-codes/DoorCodesTab.tsx',
      'src/data/registry.ts',
      'server/graphql/schema.ts',
    ]
    writeFileSync(
      join(copy, 'tsconfig.room.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [], files }),
    )
    const checked = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.room.json')
    expect(checked.stdout).toBe('')
    expect(checked.status).toBe(0)
  }, 240_000)

  test('is shown by the router: its own tests open it, add to it and see it fail', () => {
    const played = run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      'tests/features/door-codes',
    )
    const report = JSON.parse(played.stdout) as { numPassedTests: number; numFailedTests: number }
    expect([report.numPassedTests, report.numFailedTests]).toEqual([4, 0])
    expect(readFileSync(join(copy, 'src/app/rooms.ts'), 'utf8')).toContain('\n  doorCodesRoom,\n')
  }, 240_000)

  test('a second of the same name is refused and changes nothing', () => {
    const before = readFileSync(join(copy, 'src/app/rooms.ts'), 'utf8')
    const again = run('scripts/new-room.mjs', 'door-code')
    expect(again.status).toBe(1)
    expect(again.stderr).toContain('schema/door-code.graphql')
    expect(readFileSync(join(copy, 'src/app/rooms.ts'), 'utf8')).toBe(before)
  })

  test.each(['', 'DoorCode', 'door_code', 'door-', '../door', '1-door'])(
    'the name “%s” is refused',
    (name) => {
      const refused = run('scripts/new-room.mjs', name)
      expect(refused.status).toBe(1)
      expect(refused.stderr).toContain('npm run new-room door-code')
    },
  )

  test('where a list it is entered in has moved, nothing is written', () => {
    const rooms = join(copy, 'src/app/rooms.ts')
    const text = readFileSync(rooms, 'utf8')
    writeFileSync(rooms, text.replace('  apiKeysRoom,\n', ''))
    const refused = run('scripts/new-room.mjs', 'bed-alarm')
    writeFileSync(rooms, text)
    expect(refused.stderr).toContain('src/app/rooms.ts')
    expect(existsSync(join(copy, 'schema/bed-alarm.graphql'))).toBe(false)
  })
})
