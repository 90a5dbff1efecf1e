// What the commands share: saying what is done, installing when needed, finding Chromium, building
// when the sources changed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const say = (text) => process.stdout.write(`${text}\n`)
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Runs a command with its output shown; resolves to its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', (error) => {
      say(`  ${command}: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })

/** Runs a named step and says how long it took; resolves to whether it worked. */
export const step = async (name, work) => {
  const since = Date.now()
  say(`\n── ${name}`)
  const code = await work()
  say(`── ${name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${seconds(since)}`)
  return code === 0
}

const digest = (texts) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}
const filesUnder = (path) =>
  !existsSync(path)
    ? []
    : statSync(path).isFile()
      ? [path]
      : readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
          filesUnder(join(path, entry.name)),
        )

export const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  say(`Lamplight needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs exactly what the lock of a package names, when that is not what is there. */
export const installWhenNeeded = async (folder = root) => {
  const lock = digest([readFileSync(join(folder, 'package-lock.json'))])
  const mark = join(folder, 'node_modules', '.lamplight-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return true
  const where = folder === root ? '' : ` of ${basename(folder)}`
  const ok = await step(`Installing packages${where} (once)`, () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }),
  )
  if (ok) writeFileSync(mark, lock)
  return ok
}

/** Builds the portal when its sources are not those of the build that is there. */
export const buildWhenNeeded = async () => {
  const sources = [
    'src',
    'workers',
    'schema/generated',
    'public',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ]
    .flatMap((path) => filesUnder(join(root, path)))
    .sort()
  const now = digest(sources.flatMap((path) => [path, readFileSync(path)]))
  const mark = join(root, 'dist', '.sources')
  if (
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === now &&
    existsSync(join(root, 'dist', 'index.html'))
  )
    return true
  const ok = await step('Building the portal', () =>
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
  )
  if (ok) {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(mark, now)
  }
  return ok
}

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
export const findChromium = () =>
  process.env.CHROMIUM_PATH ?? chromiumPaths.find((path) => existsSync(path))

const postgresVersions = '/usr/lib/postgresql'
const findPostgres = () =>
  existsSync(postgresVersions) &&
  readdirSync(postgresVersions).some((version) =>
    existsSync(join(postgresVersions, version, 'bin/initdb')),
  )

/**
 * The tests of the server run on PGlite and on a real PostgreSQL: without one they would be
 * skipped, and nobody would know.
 */
export const installPostgresWhenNeeded = async () => {
  if (findPostgres()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const ok = await step('Installing PostgreSQL (once)', async () => {
      await run('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
      return run('apt-get', ['install', '-y', '-qq', 'postgresql'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
    if (ok && findPostgres()) return true
  }
  say(
    'The tests of the server need PostgreSQL 15 or newer in /usr/lib/postgresql. On Debian or Ubuntu: sudo apt-get install postgresql.',
  )
  return false
}

/** The same browser without its window: the tests need a third less time in it. */
const headlessPackage = 'chromium-headless-shell'

/**
 * Chromium for the end-to-end tests: Debian's package where that can be installed, else words on
 * what to do. Where somebody installed the browser alone, what has no window is added.
 */
export const installChromiumWhenNeeded = async () => {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const isChosen = process.env.CHROMIUM_PATH !== undefined
  const isInstalled = Boolean(findChromium()) && existsSync(`/usr/bin/${headlessPackage}`)
  if (mayInstall && !isChosen && !isInstalled)
    await step('Installing Chromium (once)', async () => {
      await run('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
      const headless =
        spawnSync('apt-cache', ['show', headlessPackage], { stdio: 'ignore' }).status === 0
          ? [headlessPackage]
          : []
      return run('apt-get', ['install', '-y', '-qq', 'chromium', ...headless], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
  if (findChromium()) return true
  if (
    spawnSync('npx', ['playwright', 'install', '--dry-run', 'chromium'], { cwd: root }).status ===
      0 &&
    (await step('Installing Chromium through Playwright', () =>
      run('npx', ['playwright', 'install', 'chromium']),
    ))
  )
    return true
  say(
    'The end-to-end tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium. Elsewhere: npx playwright install chromium, or set CHROMIUM_PATH.',
  )
  return false
}
