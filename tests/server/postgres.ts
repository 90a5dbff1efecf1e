import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A database whose tables are one login's, and which another one serves. */
export interface TwoLogins {
  /** The server's. */
  readonly url: string
  readonly ownerUrl: string
}

/** Databases of a test's own. */
export interface TestPostgres {
  /** An empty database of two logins, neither of which is a superuser. */
  newDatabase(): TwoLogins
  /** What an administrator does in the database of an address. */
  administer(url: string, statements: string): void
  /**
   * An empty database of a role that may create no roles, in a cluster of its own where nobody has
   * created any; `allow` is what an administrator does.
   */
  newPlainDatabase(): { readonly url: string; allow(): void; stop(): void }
  stop(): void
}

const versions = '/usr/lib/postgresql'
const binaries = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => join(versions, version, 'bin'))
      .filter((path) => existsSync(join(path, 'initdb')))
      .at(-1)
  : undefined

/** False where no PostgreSQL is installed: its half of the tests is skipped then, and says so. */
export const hasPostgres = binaries !== undefined
if (!hasPostgres)
  console.warn(
    'PostgreSQL is not installed: the server is tested on PGlite only (apt-get install postgresql).',
  )

const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to run as root: its tools run as the user that Debian's package made. */
const run = (command: string, args: readonly string[]): string => {
  const path = join(binaries ?? '', command)
  return isRoot
    ? execFileSync('runuser', ['-u', 'postgres', '--', path, ...args], {
        encoding: 'utf8',
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    : execFileSync(path, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const dataOf = (home: string): string => join(home, 'data')

// The log goes to a file: a server that inherits our pipes would keep us waiting for their end.
const startPostmaster = (home: string, options: string): string =>
  run('pg_ctl', [
    '-D',
    dataOf(home),
    '-w',
    '-l',
    join(home, 'log'),
    '-o',
    `-c listen_addresses= -c unix_socket_directories=${home} ${options} -c max_connections=200`,
    'start',
  ])

/**
 * Starts a cluster in a directory, reached through a unix socket only. Takes one to two seconds.
 */
function startCluster(home: string, options = '-c fsync=off'): void {
  if (isRoot) {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(home, id('-u'), id('-g'))
  }
  run('initdb', [
    '-D',
    dataOf(home),
    '-U',
    'super',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  startPostmaster(home, options)
  psql(home, 'create role lamplight_owner login createrole; create role lamplight_server login')
}
const psql = (home: string, sql: string, database = 'postgres'): string =>
  run('psql', ['-h', home, '-U', 'super', '-d', database, '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql])
const nameOf = (url: string): string => /\/([a-z0-9_]+)\?/.exec(url)?.[1] ?? ''

/**
 * The variable that names where a whole run of vitest keeps its one cluster, and its beginning of
 * PGlite; nothing is started before a test asks.
 */
export const sharedHome = 'LAMPLIGHT_TEST_POSTGRES'
const waitMs = 180_000

/** Prepares the place of the run's cluster (tests/global-setup.ts). @returns what ends it. */
export function shareCluster(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'lamplight-pg-'))
  process.env[sharedHome] = home
  return () => {
    if (existsSync(join(dataOf(home), 'postmaster.pid')))
      run('pg_ctl', ['-D', dataOf(home), '-m', 'immediate', '-w', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
}

/** Starts the run's cluster where no other worker has; the others wait until it is ready. */
function joinCluster(home: string): void {
  const [starting, ready] = [join(home, 'starting'), join(home, 'ready')]
  if (existsSync(ready)) return
  try {
    mkdirSync(starting)
  } catch {
    for (let waited = 0; !existsSync(ready); waited += 50) {
      if (waited > waitMs)
        throw new Error(
          `PostgreSQL was not started within ${waitMs / 1000} s; see ${join(home, 'log')}`,
        )
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
    return
  }
  startCluster(home)
  mkdirSync(ready)
}

/**
 * A place for databases: in the cluster of the run, or in one of its own where vitest's global
 * setup did not run.
 */
export function startPostgres(): TestPostgres {
  const shared = process.env[sharedHome]
  const home = shared ?? mkdtempSync(join(tmpdir(), 'lamplight-pg-'))
  if (shared === undefined) startCluster(home)
  else joinCluster(home)
  return {
    newDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      psql(home, `create database ${name} owner lamplight_owner`)
      const of = (login: string): string =>
        `postgres://${login}@/${name}?host=${encodeURIComponent(home)}`
      return { url: of('lamplight_server'), ownerUrl: of('lamplight_owner') }
    },
    administer(url, statements) {
      psql(home, statements, nameOf(url))
    },
    newPlainDatabase() {
      const own = mkdtempSync(join(tmpdir(), 'lamplight-pg-'))
      startCluster(own)
      psql(own, 'create role plain login')
      psql(own, 'create database plain owner plain')
      return {
        url: `postgres://plain@/plain?host=${encodeURIComponent(own)}`,
        allow() {
          psql(own, 'create role lamplight_app nologin')
          psql(own, 'grant lamplight_app to plain')
        },
        stop() {
          run('pg_ctl', ['-D', dataOf(own), '-m', 'immediate', '-w', 'stop'])
          rmSync(own, { recursive: true, force: true })
        },
      }
    },
    stop() {
      if (shared !== undefined) return
      run('pg_ctl', ['-D', dataOf(home), '-m', 'immediate', '-w', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A cluster of its own, durable as in production (fsync), that can be killed. */
export interface OwnCluster {
  /** An empty database, owned by a role that is no superuser. */
  newDatabase(): string
  /** SIGKILL for the postmaster: it has no time for anything. Its children end by themselves. */
  kill(): void
  isRunning(): boolean
  /** Starts it again after a kill; it recovers from its log first. */
  start(): void
  /** A backup of a database, as `pg_dump` makes it. @returns its file. */
  dump(url: string): string
  /**
   * Drops the database and makes it anew from a backup: the same address holds what the backup
   * held.
   */
  restore(url: string, backup: string): void
  stop(): void
}

const sleepSync = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Starts such a cluster. */
export function startOwnCluster(): OwnCluster {
  const home = mkdtempSync(join(tmpdir(), 'lamplight-pg-'))
  const durable = '-c fsync=on'
  startCluster(home, durable)
  const pidFile = join(dataOf(home), 'postmaster.pid')
  const pidOf = (): number | null =>
    existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }
  return {
    newDatabase() {
      const name = `kills_${randomUUID().replaceAll('-', '')}`
      psql(home, `create database ${name} owner lamplight_owner`)
      // With a host's name, since the server takes nothing that is no whole address; the socket's
      // directory wins.
      return `postgres://lamplight_owner@localhost/${name}?host=${encodeURIComponent(home)}`
    },
    kill() {
      const pid = pidOf()
      if (pid === null) return
      process.kill(pid, 'SIGKILL')
      for (let left = 500; left > 0 && isAlive(pid); left -= 1) sleepSync(10)
    },
    isRunning() {
      const pid = pidOf()
      return pid !== null && isAlive(pid)
    },
    start() {
      // Its children may outlive it for a moment, and hold what it needs.
      for (let left = 60; ; left -= 1) {
        try {
          startPostmaster(home, durable)
          return
        } catch (error) {
          if (left === 0) throw error
          sleepSync(250)
        }
      }
    },
    dump(url) {
      const file = join(home, `${randomUUID()}.dump`)
      run('pg_dump', ['-h', home, '-U', 'super', '-Fc', '-f', file, nameOf(url)])
      return file
    },
    restore(url, backup) {
      psql(home, `drop database ${nameOf(url)} with (force)`)
      psql(home, `create database ${nameOf(url)} owner lamplight_owner`)
      run('pg_restore', ['-h', home, '-U', 'super', '-d', nameOf(url), backup])
    },
    stop() {
      if (existsSync(pidFile)) run('pg_ctl', ['-D', dataOf(home), '-m', 'immediate', '-w', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
