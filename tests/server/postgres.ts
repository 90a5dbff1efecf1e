import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of a test's own. */
export interface TestPostgres {
  /** An empty database, owned by a role that is no superuser. */
  newDatabase(): string
  stop(): void
}

const versions = '/usr/lib/postgresql'
const binaries = existsSync(versions)
  ? readdirSync(versions).map((version) => join(versions, version, 'bin')).filter((path) => existsSync(join(path, 'initdb'))).at(-1)
  : undefined

/** False where no PostgreSQL is installed: its half of the tests is skipped then, and says so. */
export const hasPostgres = binaries !== undefined
if (!hasPostgres) console.warn('PostgreSQL is not installed: the server is tested on PGlite only (apt-get install postgresql).')

const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to run as root: its tools run as the user that Debian's package made. */
const run = (command: string, args: readonly string[]): string => {
  const path = join(binaries ?? '', command)
  return isRoot
    ? execFileSync('runuser', ['-u', 'postgres', '--', path, ...args], { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    : execFileSync(path, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a cluster in a temporary directory, reached through a unix socket only. Takes one to two seconds. */
export function startPostgres(): TestPostgres {
  const home = mkdtempSync(join(tmpdir(), 'lamplight-pg-'))
  if (isRoot) {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(home, id('-u'), id('-g'))
  }
  const data = join(home, 'data')
  run('initdb', ['-D', data, '-U', 'super', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  // The log goes to a file: a server that inherits our pipes would keep us waiting for their end.
  run('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), '-o', `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off -c max_connections=60`, 'start'])
  const psql = (sql: string): string => run('psql', ['-h', home, '-U', 'super', '-d', 'postgres', '-q', '-c', sql])
  psql('create role lamplight_owner login createrole')
  let made = 0
  return {
    newDatabase() {
      made += 1
      psql(`create database test_${made} owner lamplight_owner`)
      return `postgres://lamplight_owner@/test_${made}?host=${encodeURIComponent(home)}`
    },
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
